import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabaseOf, temporaryFolder } from '../src/testing/archives.ts'
import { createEmptyDatabase } from '../src/testing/engines.ts'
import { fillLibrary } from '../src/testing/filled-library.ts'
import { forAllTests } from '../src/testing/for-all-tests.ts'
import { lookThroughFolder, openImporting } from '../src/testing/importing.ts'
import { makeLibraryFolder } from '../src/testing/library-folder.ts'
import { runOperatorCommand } from '../src/testing/operator-command.ts'
import { variableMp3 } from '../src/testing/variable-mp3.ts'
import { waveFile } from '../src/testing/wave-file.ts'

/** The command itself, in a process of its own, without a server. */

const place = await forAllTests(temporaryFolder())
const database = await forAllTests(createEmptyDatabase())
const folder = await forAllTests(makeLibraryFolder())
const settings = {
  DATA_DIR: join(place.path, 'data'),
  DATABASE_URL: database.url,
  IMPORT_FOLDERS: `books=${folder.path}`,
  ADMIN_EMAIL: 'admin@example.org',
  ADMIN_PASSWORD: 'Quiet-reading-1',
}
await fillLibrary(settings, { records: 1, sounds: 1, audioBytes: 1_000 })
for (const [index, name] of ['1.mp3', '2.mp3'].entries())
  await folder.put(`Mara Quill/Ash/${name}`, variableMp3(3, index))

const bringIn = (...given: string[]) => runOperatorCommand('import', settings, 'books', ...given)

async function listBooks() {
  await using db = await openDatabaseOf({ dataDir: settings.DATA_DIR, databaseUrl: settings.DATABASE_URL })
  return await db.connection
    .selectFrom('library_books')
    .innerJoin('audio_books', 'audio_books.id', 'library_books.audio_book_id')
    .innerJoin('recordings', 'recordings.audio_book_id', 'audio_books.id')
    .innerJoin('media', 'media.id', 'recordings.media_id')
    .select(['audio_books.name', 'audio_books.is_public', 'media.content_type'])
    .orderBy('audio_books.name')
    .execute()
}

/** With the rights of other users of the machine. */
async function listMedia(): Promise<{ readonly name: string; readonly rights: number }[]> {
  const media = join(settings.DATA_DIR, 'media')
  const names = await readdir(media, { recursive: true })
  const modes = await Promise.all(names.map(async (name) => (await stat(join(media, name))).mode))
  return names.map((name, index) => ({ name, rights: (modes[index] ?? 0) & 0o077 }))
}

describe('bringing a folder in from a terminal', { timeout: 120_000 }, () => {
  it('is told, done as one address of several files, and done for ever', async () => {
    const told = await bringIn()
    expect(told).toMatchObject({ code: 0 })
    expect(told.stdout).toContain('New: Ash\n  in Mara Quill/Ash\n  by Mara Quill\n')
    expect(told.stdout).toContain('1 new, 0 changed')
    expect(await listBooks()).toEqual([])

    expect(await bringIn('--apply', '--publish')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Brought in 1 book\.\n$/u),
    })
    const books = [{ name: 'Ash', is_public: 1, content_type: 'audio/mp4' }]
    expect(await listBooks()).toEqual(books)

    expect(await bringIn('--apply')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('0 new, 0 changed, 0 moved, 0 missing, 1 unchanged'),
    })
    expect(await listBooks()).toEqual(books)
  })

  it('an import that waits for its review is told, stays, and is brought in as drafts', async () => {
    await folder.put('Tom Arden/Brine/a.mp3', variableMp3(3, 2))
    {
      await using importing = await openImporting(settings)
      expect(await lookThroughFolder(importing.deps)).toMatchObject({ state: 'Review' })
    }
    const told = [await bringIn(), await bringIn()]
    const brine = { code: 0, stdout: expect.stringContaining('New: Brine\n') }
    expect(told).toMatchObject([brine, brine])
    expect(await bringIn('--apply')).toMatchObject({ code: 0 })
    expect(await listBooks()).toMatchObject([{ name: 'Ash' }, { name: 'Brine', is_public: 0 }])
  })

  it('copies are closed to others, whatever the umask of the terminal', async () => {
    await using copied = await makeLibraryFolder()
    await copied.put('Mara Quill/Fen/1.wav', waveFile(50_000, 'fen'))
    const copying = { ...settings, IMPORT_FOLDERS: `copied=${copied.path}?copy` }
    const files = await listMedia()
    const givenUmask = process.umask(0o022)
    expect(await runOperatorCommand('import', copying, 'copied', '--apply')).toMatchObject({ code: 0 })
    process.umask(givenUmask)
    const more = (await listMedia()).filter(({ name }) => !files.some((file) => file.name === name))
    expect(more.length).toBeGreaterThan(0)
    expect(more.filter(({ rights }) => rights !== 0)).toEqual([])
  })

  it('ends with a code, and one sentence', async () => {
    const nowhere = { ...settings, DATA_DIR: join(place.path, 'nowhere'), DATABASE_URL: '' }
    const [unknown, publish, none] = await Promise.all([
      runOperatorCommand('import', settings, 'films'),
      bringIn('--publish'),
      runOperatorCommand('import', nowhere, 'books'),
    ])
    expect(unknown).toMatchObject({
      code: 1,
      stderr: 'IMPORT_FOLDERS names no such folder: films. Use a name or a path of it.\n',
    })
    expect(publish).toMatchObject({ code: 2, stderr: '--publish goes with --apply.\n' })
    expect(none).toMatchObject({ code: 1, stderr: expect.stringMatching(/^There is no library in/u) })
  })
})
