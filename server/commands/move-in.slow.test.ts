import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabaseOf, temporaryFolder } from '../src/testing/archives.ts'
import { detailsOf, writeZip } from '../src/testing/audiobookshelf/backup.ts'
import { writeTestDatabase } from '../src/testing/audiobookshelf/library.ts'
import { createEmptyDatabase } from '../src/testing/engines.ts'
import { fillLibrary } from '../src/testing/filled-library.ts'
import { forAllTests } from '../src/testing/for-all-tests.ts'
import { runOperatorCommand } from '../src/testing/operator-command.ts'
import { waveFile } from '../src/testing/wave-file.ts'

/** The command itself, in a process of its own. */

const folder = await forAllTests(temporaryFolder())
const database = await forAllTests(createEmptyDatabase())
const books = join(folder.path, 'books')
const admin = { ADMIN_EMAIL: 'admin@example.org', ADMIN_PASSWORD: 'Quiet-reading-1' }
const settings = {
  DATA_DIR: join(folder.path, 'data'),
  DATABASE_URL: database.url,
  IMPORT_FOLDERS: `books=${books}`,
  ...admin,
}
await fillLibrary(settings, { records: 3, sounds: 3, audioBytes: 1_000 })

mkdirSync(join(books, 'Salt'), { recursive: true })
writeFileSync(join(books, 'Salt/1.wav'), waveFile(96_000, 'salt'))
const source = join(folder.path, 'absdatabase.sqlite')
writeTestDatabase(source, {
  folders: ['/audiobooks'],
  books: [
    { title: 'Salt', path: '/audiobooks/Salt', files: [{ path: '/audiobooks/Salt/1.wav', duration: 1 }] },
    { title: 'Gone', path: '/audiobooks/Gone', files: [{ path: '/audiobooks/Gone/1.wav', duration: 1 }] },
  ],
  users: [{ name: 'lea', progress: [{ of: 'Salt', currentTime: 0.5, lastUpdate: Date.UTC(2025, 0, 1) }] }],
})
const backup = join(folder.path, 'one.audiobookshelf')
writeZip(backup, [
  { name: 'details', content: detailsOf('2.36.0') },
  { name: 'absdatabase.sqlite', content: readFileSync(source) },
])

const timeout = 120_000
const moveIn = (...given: string[]) => runOperatorCommand('move-in', settings, ...given)
const map = `/audiobooks=${books}`

async function countRows(): Promise<Record<string, number>> {
  await using db = await openDatabaseOf({ dataDir: settings.DATA_DIR, databaseUrl: settings.DATABASE_URL })
  const counts: Record<string, number> = {}
  for (const table of ['users', 'audio_books', 'positions', 'moved_records', 'jobs', 'media'] as const) {
    const rows = db.connection.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'))
    counts[table] = Number((await rows.executeTakeFirstOrThrow()).count)
  }
  return counts
}

describe('moving in', { timeout }, () => {
  it('is told, done, and done for ever', async () => {
    const before = await countRows()
    const told = await moveIn('audiobookshelf', backup, '--map', map)
    expect(told).toMatchObject({ code: 0, stderr: '' })
    expect(told.stdout).toContain('Books: 1 to be made.\nBooks: 1 not made: files are not there.')
    expect(told.stdout).toMatch(/This was a dry run: nothing was changed\..*\n$/u)
    expect(await countRows()).toEqual(before)

    const done = await moveIn('audiobookshelf', backup, '--map', map, '--apply')
    expect(done).toMatchObject({ code: 0 })
    expect(done.stdout).toContain('Users: 1 made, with a mail to set a password.\nBooks: 1 made.')
    const { users = 0, audio_books = 0, positions = 0, moved_records = 0, jobs = 0, media = 0 } = before
    const after = await countRows()
    expect(after).toEqual({
      users: users + 1,
      audio_books: audio_books + 1,
      positions: positions + 1,
      moved_records: moved_records + 3,
      jobs: jobs + 1,
      media: media + 1,
    })

    const again = await moveIn('audiobookshelf', backup, '--map', map, '--apply', '--json')
    expect(again).toMatchObject({ code: 0 })
    expect(JSON.parse(again.stdout)).toMatchObject({
      system: 'audiobookshelf',
      version: '2.36.0',
      isApplied: true,
      users: [{ name: 'lea', state: 'Known' }],
      books: [
        { title: 'Salt', state: 'Known' },
        { title: 'Gone', state: 'Missing', paths: [join(books, 'Gone/1.wav')] },
      ],
      positions: { Known: 1 },
    })
    expect(await countRows()).toEqual(after)
  })

  it('ends with a code, and one sentence', async () => {
    const [help, none, other, map1, nothing, text] = await Promise.all([
      moveIn('--help'),
      moveIn('audiobookshelf'),
      moveIn('jellyfin', backup),
      moveIn('audiobookshelf', backup, '--map', 'books'),
      moveIn('audiobookshelf', join(folder.path, 'nothing')),
      moveIn('audiobookshelf', join(books, 'Salt/1.wav')),
    ])
    expect(help).toMatchObject({ code: 0, stdout: expect.stringMatching(/^npm run move-in/u) })
    expect(none).toMatchObject({ code: 2, stdout: '' })
    expect(other).toMatchObject({ code: 2, stdout: '' })
    expect(map1).toMatchObject({ code: 2, stderr: '--map is /old=/new, both absolute; "books" is not.\n' })
    expect(nothing).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no file or folder [^\n]*\n$/u),
    })
    expect(text).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is no backup of Audiobookshelf[^\n]*\n$/u),
    })
  })
})
