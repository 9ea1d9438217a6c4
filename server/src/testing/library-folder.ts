import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { waveFile } from './wave-file.ts'

/** A library folder on disk, whose files nobody has touched for a while. */
export interface LibraryFolder extends AsyncDisposable {
  readonly path: string
  /** Writes a file: a sound of its own for null. */
  put(path: string, content?: string | Uint8Array | null): Promise<void>
  /** Epoch seconds. */
  touch(path: string, seconds: number): Promise<void>
  remove(path: string): Promise<void>
}

const soundBytes = 4_000
const writtenAt = Date.UTC(2025, 0, 1) / 1000

export async function makeLibraryFolder(): Promise<LibraryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'earmark-library-'))
  const touch = (file: string, seconds: number) => utimes(join(path, file), seconds, seconds)
  return {
    path,
    touch,
    async put(file, content = null) {
      const place = join(path, file)
      await mkdir(dirname(place), { recursive: true })
      await writeFile(place, content ?? waveFile(soundBytes, file))
      await touch(file, writtenAt)
    },
    remove: (file) => rm(join(path, file), { recursive: true }),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}
