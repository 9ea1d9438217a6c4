import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { explainDataDir, openDataDir } from './data-dir.ts'
import { holdDataDir } from './db/data-dir-lock.ts'
import { sqliteDialect, sqliteFileName, sqliteReader } from './db/sqlite.ts'
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

it.runIf(process.platform === 'linux')('says that no folder can be made there', () => {
  for (const path of ['/proc/earmark', '/proc/earmark/below'])
    expect(() => openDataDir(path)).toThrow(/^DATA_DIR must be .* no folder can be made there \(.*\.$/)
})

it('says that the user may not write there', () => {
  chmodSync(folder, 0o555)
  const open = asSomebody(() => openDataDir(join(folder, 'below')))
  expect(open).toThrow(/^DATA_DIR must be .* this user may not write there \(.*\.$/)
})

it('explains what is in the folder and cannot be used', () => {
  mkdirSync(join(folder, 'in-use.lock'))
  const locked = explained(() => holdDataDir(folder))
  expect(locked).toMatch(/^DATA_DIR must be .* this user may not write there \(.*in-use\.lock\): .*\.$/)
  mkdirSync(join(folder, sqliteFileName))
  const barred = explained(() => sqliteDialect(join(folder, sqliteFileName)))
  expect(barred).toMatch(
    /^DATA_DIR must be .* a folder is in the place of a file \(.*earmark\.sqlite\): .*\.$/,
  )
  expect(explained(() => sqliteReader(join(folder, sqliteFileName)))).toBe(
    barred.replace(join(folder, sqliteFileName), folder),
  )
  const strange = join(folder, 'strange.sqlite')
  writeFileSync(strange, 'a letter to somebody, long enough to pass for a database '.repeat(20))
  expect(explained(() => sqliteDialect(strange))).toMatch(/^The database in DATA_DIR is damaged .*\.$/)
  const fault = new Error('A fault of ours.')
  expect(explainDataDir(fault, folder)).toBe(fault)
})

function explained(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    const explanation = explainDataDir(error, folder)
    expect(explanation).toBeInstanceOf(StartError)
    return (explanation as StartError).message
  }
  return 'nothing was wrong'
}

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
