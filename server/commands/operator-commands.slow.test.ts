import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readManifest } from '../src/operations/backup/manifest.ts'
import { openDatabaseOf, temporaryFolder } from '../src/testing/archives.ts'
import { createEmptyDatabase } from '../src/testing/engines.ts'
import { fillLibrary } from '../src/testing/filled-library.ts'
import { type Ended, runOperatorCommand } from '../src/testing/operator-command.ts'
import { forAllTests } from '../src/testing/for-all-tests.ts'

/** The commands themselves, each in a process of its own. */

const folder = await forAllTests(temporaryFolder())
const database = await forAllTests(createEmptyDatabase())
const admin = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'Quiet-reading-1' }
const settings = { DATA_DIR: join(folder.path, 'data'), DATABASE_URL: database.url, ...admin }
const archive = join(folder.path, 'archive')
await fillLibrary(settings, { records: 60, sounds: 60, audioBytes: 1_000 })
expect((await runOperatorCommand('backup', settings, archive)).code).toBe(0)

const local = (name: string) => ({ DATA_DIR: join(folder.path, name), DATABASE_URL: '' })
const oneSentence = (says: RegExp) => expect.stringMatching(new RegExp(`^${says.source}[^\n]*\\.\n$`))
const outcome = ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr })

/** What has nothing to do with the engine is tried on one of them. */
const isSqlite = process.env.EARMARK_TEST_ENGINE === 'sqlite'

/** Each starts several processes, on a machine that may have other work. */
const timeout = 120_000

describe.runIf(isSqlite)('end with a code, and one sentence', { timeout }, () => {
  it('0, when they are asked for help, and 2, when they are called wrongly', async () => {
    const [help, none, unset, many, unknown, apart] = await Promise.all([
      runOperatorCommand('doctor', settings, '--help'),
      runOperatorCommand('backup', settings),
      runOperatorCommand('backup', { ...settings, INIT_CWD: join(folder.path, 'caller') }, ''),
      runOperatorCommand('doctor', settings, archive),
      runOperatorCommand('restore', settings, '--now', archive),
      runOperatorCommand('import', settings, 'books', '--publish'),
    ])
    const usageAndSentence = (command: string, says: string) => ({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^npm run ${command}[^]*\n\n${says}[^\n]*\\.\n$`)),
    })
    expect(outcome(unset)).toEqual(usageAndSentence('backup', 'There is no folder'))
    expect(await readdir(folder.path)).not.toContain('caller')
    expect(outcome(many)).toEqual(usageAndSentence('doctor', 'There is a word too many'))
    expect(outcome(unknown)).toEqual(usageAndSentence('restore', "Unknown option '--now'"))
    expect(outcome(apart)).toEqual({ code: 2, stdout: '', stderr: '--publish goes with --apply.\n' })
    expect(outcome(help)).toEqual({ code: 0, stdout: expect.stringMatching(/^npm run doctor/), stderr: '' })
    expect(outcome(none)).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/^npm run backup/) })
    expect(outcome(unknown)).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^npm run restore/),
    })
  })

  it('1, when there is no library, no room, no backup or no empty place', async () => {
    await writeFile(join(folder.path, 'file'), '')
    const hollow = local('hollow')
    await mkdir(hollow.DATA_DIR)
    await writeFile(join(hollow.DATA_DIR, 'earmark.sqlite'), '')
    const [nothing, empty, wrong, noFolder, noPlace, noBackup, used] = await Promise.all([
      runOperatorCommand('doctor', local('nowhere')),
      runOperatorCommand('doctor', hollow),
      runOperatorCommand('backup', { ...settings, PORT: 'abc' }, archive),
      runOperatorCommand('backup', settings, join(folder.path, 'file')),
      runOperatorCommand('backup', settings, '/proc/earmark/below'),
      runOperatorCommand('restore', local('empty'), join(folder.path, 'nothing')),
      runOperatorCommand('restore', settings, archive),
    ])
    expect(nothing).toMatchObject({
      code: 1,
      stdout: '',
      stderr: oneSentence(/There is no library in DATA_DIR/),
    })
    expect(empty).toMatchObject({
      code: 1,
      stdout: '',
      stderr: oneSentence(/There is no library in the database of DATA_DIR, which is empty/),
    })
    expect(wrong).toMatchObject({ code: 1, stdout: '', stderr: oneSentence(/PORT must be a whole number/) })
    expect(noFolder).toMatchObject({
      code: 1,
      stderr: oneSentence(/.*file cannot be used: a file is where a folder/),
    })
    if (process.platform === 'linux')
      expect(noPlace).toMatchObject({ code: 1, stderr: oneSentence(/.* is no place for a folder/) })
    expect(noBackup).toMatchObject({ code: 1, stderr: oneSentence(/There is no backup in/) })
    expect(used).toMatchObject({
      code: 1,
      stderr: oneSentence(/The database of DATA(_DIR|BASE_URL) is not empty/),
    })
    expect(await readdir(folder.path)).not.toContain('empty')
  })

  it.runIf(process.getuid?.() === 0)('1, when the disk of the backup is full', async () => {
    const full = join(folder.path, 'full')
    const mount = (...given: string[]) => once(spawn('mount', given), 'exit')
    await once(spawn('mkdir', [full]), 'exit')
    const [mounted] = (await mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', full)) as [number]
    if (mounted !== 0)
      return process.stdout.write('\n!!! SKIPPED: a backup to a full disk. No tmpfs here. !!!\n')
    const ended = await runOperatorCommand('backup', settings, full)
    await once(spawn('umount', [full]), 'exit')
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: oneSentence(/.* there is no room left/) })
  })

  it('1, when the doctor finds something, until nothing is wrong any more', async () => {
    const place = local('ill')
    expect((await runOperatorCommand('restore', place, archive)).code).toBe(0)
    expect((await runOperatorCommand('doctor', place)).code).toBe(0)
    const media = join(place.DATA_DIR, 'media')
    const [prefix = ''] = (await readdir(media)).filter((name) => name.length === 2)
    const [rest = ''] = await readdir(join(media, prefix))
    await truncate(join(media, prefix, rest), 1)
    const ill = await runOperatorCommand('doctor', place, '--quick')
    expect(ill.code).toBe(1)
    expect(ill.stdout).toMatch(/^damaged {5}the audio of (audio book|episode) \d+ “Recording \d+” \(/)
    await cp(join(archive, 'media', prefix, rest), join(media, prefix, rest))
    expect((await runOperatorCommand('doctor', place)).code).toBe(0)
  })
})

/** Starts a command and kills it after a while, wherever it is then. */
async function kill(
  name: 'backup' | 'restore',
  place: Record<string, string>,
  given: string,
  afterMs: number,
) {
  const script = join(import.meta.dirname, `${name}.ts`)
  const child = spawn(process.execPath, [script, given], {
    env: { ...process.env, ...place },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await Promise.race([ended, once(AbortSignal.timeout(afterMs), 'abort')])
  child.kill('SIGKILL')
  await ended
}

describe('killed at any moment', { timeout }, () => {
  const moments = [300, 450, 600]

  it.runIf(isSqlite)('a backup leaves the older one good, and the next one goes on', async () => {
    const copy = join(folder.path, 'killed')
    await cp(archive, copy, { recursive: true })
    const before = await readManifest(copy)
    for (const moment of moments) await kill('backup', settings, copy, moment)
    const { tables } = await readManifest(copy)
    expect(tables).toEqual(before.tables)
    expect((await runOperatorCommand('restore', local('after-kill'), copy)).code).toBe(0)
    expect((await runOperatorCommand('backup', settings, copy)).code).toBe(0)
  })

  it('a restore leaves a place that may be restored into again', async () => {
    await using target = await createEmptyDatabase()
    const place = { DATA_DIR: join(folder.path, 'killed-restore'), DATABASE_URL: target.url }
    for (const moment of moments) {
      await kill('restore', place, archive, moment)
      if (await isFilled(place)) break
    }
    if (!(await isFilled(place))) await restoreWhenFree(place)
    const { tables } = await readManifest(archive)
    await using db = await openDatabaseOf({ dataDir: place.DATA_DIR, databaseUrl: place.DATABASE_URL })
    const users = await db.connection.selectFrom('users').select('id').execute()
    expect(users).toHaveLength(tables.find(({ name }) => name === 'users')?.count ?? 0)
    await db.close()
  })
})

/** PostgreSQL takes a moment to notice that somebody was killed. */
async function restoreWhenFree(place: Record<string, string>): Promise<void> {
  for (;;) {
    const { code, stderr } = await runOperatorCommand('restore', place, archive)
    if (code === 0) return
    expect(stderr).toMatch(/^Somebody else works on the database/)
  }
}

/** Whether it was done before it was killed. */
async function isFilled({
  DATA_DIR,
  DATABASE_URL,
}: {
  DATA_DIR: string
  DATABASE_URL: string
}): Promise<boolean> {
  try {
    await using db = await openDatabaseOf({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL })
    return (await db.connection.selectFrom('users').select('id').limit(1).execute()).length > 0
  } catch {
    // There is not even a table.
    return false
  }
}
