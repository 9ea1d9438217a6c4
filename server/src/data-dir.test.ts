import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDataDir } from './data-dir.ts'
import { StartError } from './start-error.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earmark-data-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('makes the folder that is missing', () => {
  openDataDir(join(folder, 'a', 'b'))
  expect(existsSync(join(folder, 'a', 'b'))).toBe(true)
})

it('says that a file is in its place', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  for (const path of [file, join(file, 'below')]) {
    expect(() => openDataDir(path)).toThrow(StartError)
    expect(() => openDataDir(path)).toThrow(/^DATA_DIR must be .* a file is in its place \(.*\.$/)
  }
})

it('says that the user may not write there', () => {
  chmodSync(folder, 0o555)
  const open = asSomebody(() => openDataDir(join(folder, 'below')))
  expect(open).toThrow(/^DATA_DIR must be .* this user may not write there \(.*\.$/)
})

/** What every user may not do root may: it is done as nobody then. */
function asSomebody(work: () => void): () => void {
  if (process.getuid?.() !== 0) return work
  return () => {
    process.seteuid?.('nobody')
    try {
      work()
    } finally {
      process.seteuid?.(0)
    }
  }
}
