import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataDirInUseError, explainDataDir, holdDataDir, openDataDir } from './data-dir.ts'
import { mountSmallDisk, whyNoSmallDisk } from '../../resilience/faults/small-disk.ts'
import { DatabaseFullError } from './engine/database-errors.ts'
import { sqliteDialect, sqliteFileName, sqliteReader } from './engine/sqlite.ts'
import { StartError } from '../errors.ts'

let folder: string
let givenUmask: number
beforeEach(() => {
  givenUmask = process.umask(0o022)
  folder = mkdtempSync(join(tmpdir(), 'earmark-data-'))
})
afterEach(() => {
  process.umask(givenUmask)
  rmSync(folder, { recursive: true })
})

it('makes the folder that is missing', () => {
  openDataDir(join(folder, 'a', 'b'))
  expect(existsSync(join(folder, 'a', 'b'))).toBe(true)
})

describe.runIf(process.platform !== 'win32')('other users of the machine', () => {
  const modeOf = (...path: string[]) => (statSync(join(folder, ...path)).mode & 0o7777).toString(8)

  function makeInstallation(folderMode: number, fileMode: number): void {
    mkdirSync(join(folder, 'media', 'aa'), { recursive: true })
    const files = ['earmark.sqlite', 'token-secret', 'letter.txt', join('media', 'aa', 'bb')]
    for (const file of files) {
      writeFileSync(join(folder, file), '')
      chmodSync(join(folder, file), fileMode)
    }
    for (const path of ['', 'media', join('media', 'aa')]) chmodSync(join(folder, path), folderMode)
  }

  /** What a process puts there from now on. */
  function makeMore(): string[] {
    mkdirSync(join(folder, 'media', 'cc'))
    writeFileSync(join(folder, 'media', 'cc', 'dd'), '')
    return [modeOf('media', 'cc'), modeOf('media', 'cc', 'dd')]
  }

  it.each([
    ['the user alone may enter', 0o022, false, '700', ['700', '600']],
    ['the group may enter as well, for nginx', 0o022, true, '750', ['750', '640']],
    ['the group may, though the user’s own files are closed to it', 0o077, true, '750', ['750', '640']],
  ] as const)('may not enter a new folder: %s', (_what, umask, isForGroup, mode, more) => {
    process.umask(umask)
    const path = join(folder, 'new')
    expect(openDataDir(path, isForGroup)).toBeNull()
    expect(modeOf('new')).toBe(mode)
    folder = path
    mkdirSync(join(folder, 'media'))
    expect(makeMore()).toEqual(more)
    folder = join(folder, '..')
  })

  it.each([
    ['is closed', false, '700', '600', ['700', '600']],
    ['is closed but for the group’s media, for nginx', true, '750', '640', ['750', '640']],
  ] as const)('could read an installation, which %s', (_what, isForGroup, media, file, more) => {
    makeInstallation(0o755, 0o644)
    expect(openDataDir(folder, isForGroup)).toMatch(/^DATA_DIR was open to other users .*\.$/)
    expect([modeOf(), modeOf('media'), modeOf('media', 'aa')]).toEqual([media, media, media])
    expect(modeOf('media', 'aa', 'bb')).toBe(file)
    expect([modeOf('earmark.sqlite'), modeOf('token-secret')]).toEqual(['600', '600'])
    // None of the server's.
    expect(modeOf('letter.txt')).toBe('644')
    expect(makeMore()).toEqual(more)
    expect(openDataDir(folder, isForGroup)).toBeNull()
  })

  it('may read what the operator has given to their group, and what comes to it', () => {
    makeInstallation(0o750, 0o640)
    expect(openDataDir(folder)).toBeNull()
    expect([modeOf(), modeOf('media', 'aa'), modeOf('media', 'aa', 'bb')]).toEqual(['750', '750', '640'])
    expect(makeMore()).toEqual(['750', '640'])
  })

  it('share a folder such as /tmp, and what links lead to', () => {
    const elsewhere = join(folder, 'elsewhere')
    mkdirSync(elsewhere)
    symlinkSync(elsewhere, join(folder, 'media'))
    chmodSync(elsewhere, 0o755)
    chmodSync(folder, 0o1777)
    expect(openDataDir(folder)).toBeNull()
    expect([modeOf(), modeOf('elsewhere'), makeMore()]).toEqual(['1777', '755', ['700', '600']])
  })

  it.runIf(process.getuid?.() === 0)('may read what the server may not change, which it says', () => {
    makeInstallation(0o777, 0o666)
    const open = asSomebody(() =>
      expect(openDataDir(folder)).toMatch(
        /^Other users of this machine can read DATA_DIR, .*: this user may not .*\.$/,
      ),
    )
    open()
    expect(modeOf('media')).toBe('777')
  })
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
  rmSync(join(folder, 'in-use.lock'), { recursive: true })
  writeFileSync(join(folder, 'in-use.lock'), 'a letter')
  const foreign = explained(() => holdDataDir(folder))
  expect(foreign).toMatch(/^.*in-use\.lock is not as Earmark makes it: .*\.$/)
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

it.each([
  ['of a file', { code: 'ENOSPC', path: '/data/in-use.lock' }, '/data/in-use.lock'],
  ['of SQLite', { code: 'ERR_SQLITE_ERROR', errcode: 13 }, undefined],
  ['of SQLite, mapped', new DatabaseFullError({ errcode: 13 }), undefined],
])('says that there is no room left: an error %s', (_what, error, path) => {
  const said = explainDataDir(error, folder) as StartError
  expect(said.message).toMatch(`There is no room left in DATA_DIR (${path ?? folder}): make some`)
  expect(said).toBeInstanceOf(StartError)
})

it('takes an error of reading for one where there is room', () => {
  const unreadable = { code: 'ERR_SQLITE_ERROR', errcode: 4874 }
  expect(explainDataDir(unreadable, folder)).toBe(unreadable)
})

it.skipIf(whyNoSmallDisk())('says that there is no room left for what SQLite reads with', () => {
  using disk = mountSmallDisk(1)
  const place = join(disk.path, 'data')
  openDataDir(place)
  disk.fill()
  expect(explained(() => holdDataDir(place), place)).toMatch('There is no room left in DATA_DIR')
  const unreadable = { code: 'ERR_SQLITE_ERROR', errcode: 4874 }
  expect(explainDataDir(unreadable, place)).toBeInstanceOf(StartError)
})

function explained(work: () => unknown, place = folder): string {
  try {
    work()
  } catch (error) {
    const explanation = explainDataDir(error, place)
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

it('lets one program at a time work on a folder', () => {
  const hold = holdDataDir(folder)
  expect(() => holdDataDir(folder)).toThrow(DataDirInUseError)
  expect(() => holdDataDir(folder)).toThrow(folder)
  hold[Symbol.dispose]()
  holdDataDir(folder)[Symbol.dispose]()
})

it('ends with its process, however that ends', async () => {
  const script = `
    import { holdDataDir } from ${JSON.stringify(join(import.meta.dirname, 'data-dir.ts'))}
    globalThis.hold = holdDataDir(${JSON.stringify(folder)})
    process.stdout.write('held')
    setInterval(() => undefined, 1000)`
  const other = spawn(process.execPath, ['--input-type=module', '--eval', script])
  await once(other.stdout, 'data')
  expect(() => holdDataDir(folder)).toThrow(DataDirInUseError)
  other.kill('SIGKILL')
  await once(other, 'exit')
  holdDataDir(folder)[Symbol.dispose]()
})
