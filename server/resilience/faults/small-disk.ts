import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of its own that is soon full: memory, mounted, which takes root and a kernel that lets it. */
export interface SmallDisk extends Disposable {
  readonly path: string
  /** Takes all the room that is left, to the last page. */
  fill(): void
  makeRoom(): void
}

export function mountSmallDisk(mebibytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'earmark-disk-'))
  const filler = join(path, 'filler')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'earmark', path], { stdio: 'ignore' })
  } catch (error) {
    rmdirSync(path)
    throw error
  }
  return {
    path,
    fill: () => fill(filler),
    makeRoom: () => rmSync(filler),
    [Symbol.dispose]() {
      execFileSync('umount', [path])
      rmdirSync(path)
    },
  }
}

/** Why there can be none; null where there can. */
export function whyNoSmallDisk(): string | null {
  try {
    mountSmallDisk(1)[Symbol.dispose]()
    return null
  } catch {
    return 'Only root may mount a file system, and not everywhere.'
  }
}

function fill(path: string): void {
  const file = openSync(path, 'a')
  for (let bytes = 1024 ** 2; bytes >= 1; bytes /= 4) {
    try {
      for (;;) if (writeSync(file, Buffer.alloc(bytes)) < bytes) break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(file)
}
