import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getAudioBook, listAudioBooks } from '@earmark/contract/audio-books.ts'
import { getAudioBookChapters } from '@earmark/contract/chapters.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/archives.ts'
import { type TestFile, type TestLibrary, writeTestDatabase } from '../../testing/audiobookshelf/library.ts'
import { Died, moveIntoServer, type TestMove } from '../../testing/audiobookshelf/moving.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'
import { lookThroughFolder } from '../../testing/importing.ts'
import { makeLibraryFolder } from '../../testing/library-folder.ts'
import { makeUser } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { waveFile } from '../../testing/wave-file.ts'
import { listAllBooks } from '../import/import-books.queries.ts'

const folder = await forAllTests(temporaryFolder())
const books = join(folder.path, 'books')
const metadata = join(folder.path, 'metadata')

/** Bytes of one second. */
const second = 96_000

function put(path: string, content: Buffer): void {
  const place = join(folder.path, path)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, content)
}

put('books/Ada/Salt/01.wav', waveFile(6 * second, 'salt 1'))
put('books/Ada/Salt/02.wav', waveFile(4 * second, 'salt 2'))
put('books/Dew.wav', waveFile(3 * second, 'dew'))
put('books/Bad/bad.mp3', Buffer.from('nothing that sounds'))
put('books/Cast/1.wav', waveFile(5 * second, 'cast'))
const picture = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#456' } })
  .png()
  .toBuffer()
put('metadata/items/x/cover.png', picture)
put('metadata/items/y/cover.png', Buffer.from('no picture'))

const listened = Date.UTC(2025, 5, 1)
const library: TestLibrary = {
  folders: ['/audiobooks', '/elsewhere'],
  books: [
    {
      title: 'Salt',
      path: '/audiobooks/Ada/Salt',
      authors: ['Ada Ash'],
      series: [
        ['Sea', '2'],
        ['Shore', '1'],
      ],
      files: [
        // The other program measures otherwise.
        { path: '/audiobooks/Ada/Salt/01.wav', duration: 6.5 },
        { path: '/audiobooks/Ada/Salt/02.wav', duration: 4 },
      ],
      chapters: [
        [0, 'Wet'],
        [7.5, 'Dry'],
      ],
      columns: {
        subtitle: 'A tale',
        narrators: '["Cy Cole"]',
        description: '<p>Wet &amp; dry</p>',
        publishedYear: '2009',
        isbn: '978-3-16-148410-0',
        language: 'en',
        genres: '["Fiction"]',
        coverPath: '/metadata/items/x/cover.png',
      },
    },
    {
      title: 'Dew',
      path: '/audiobooks/Dew.wav',
      files: [{ path: '/audiobooks/Dew.wav', duration: 3 }],
      columns: { coverPath: '/metadata/items/y/cover.png' },
    },
    { title: 'Bad', path: '/audiobooks/Bad', files: [{ path: '/audiobooks/Bad/bad.mp3', duration: 3 }] },
    { title: 'Gone', path: '/audiobooks/Gone', files: [{ path: '/audiobooks/Gone/1.mp3', duration: 3 }] },
    { title: 'Far', path: '/elsewhere/Far', files: [{ path: '/elsewhere/Far/1.mp3', duration: 3 }] },
    { title: 'Paper', path: '/audiobooks/Paper', files: [], columns: { ebookFile: '{"ino":"1"}' } },
  ],
  podcasts: [
    {
      title: 'Cast',
      path: '/audiobooks/Cast',
      feedURL: 'https://example.org/feed.xml',
      columns: { author: 'Dee', podcastType: 'serial' },
      episodes: [
        { title: 'Pilot', publishedAt: listened, file: { path: '/audiobooks/Cast/1.wav', duration: 5 } },
        { title: 'Never', publishedAt: listened + 1 },
      ],
    },
  ],
  users: [
    {
      name: 'root',
      type: 'root',
      progress: [{ of: 'Dew', currentTime: 3, isFinished: true, lastUpdate: listened }],
    },
    {
      name: 'lea',
      progress: [
        { of: 'Salt', currentTime: 8, lastUpdate: listened },
        { of: 'Pilot', currentTime: 2, lastUpdate: listened },
        { of: 'Gone', currentTime: 1, lastUpdate: listened },
      ],
      bookmarks: [
        { of: 'Salt', time: 7, title: 'Here' },
        { of: 'Cast', time: 1 },
      ],
    },
    { name: 'bo' },
    { name: 'nobody', email: null, progress: [{ of: 'Dew', currentTime: 1, lastUpdate: listened }] },
    { name: 'former', isActive: false },
  ],
  collections: [{ name: 'Best', books: ['Gone', 'Dew', 'Salt'] }],
  playlists: 1,
}

const databasePath = join(folder.path, 'absdatabase.sqlite')
writeTestDatabase(databasePath, library)
const move: TestMove = {
  databasePath,
  maps: [{ from: '/audiobooks', to: books }],
  metadataFolders: [metadata],
}

/** @param how what stands behind the folder in the settings */
const startServer = (how: '' | '?copy' = '') =>
  startTestServer({ environment: { IMPORT_FOLDERS: `books=${books}${how}` } })

const tables = [
  'users',
  'jobs',
  'audio_books',
  'podcasts',
  'episodes',
  'recordings',
  'recording_files',
  'chapters',
  'credits',
  'creators',
  'series',
  'series_books',
  'genres',
  'collections',
  'collection_items',
  'positions',
  'position_history',
  'bookmarks',
  'moved_records',
  'library_folders',
  'library_files',
  'library_books',
  'library_book_files',
  'field_sources',
  'media',
] as const

async function dump({ deps }: TestServer): Promise<Record<string, unknown[]>> {
  const rows = tables.map(async (table): Promise<[string, unknown[]]> => {
    const found = await sql`select * from ${sql.table(table)}`.execute(deps.db.connection)
    return [table, found.rows.map((row) => JSON.stringify(row)).toSorted()]
  })
  return Object.fromEntries(await Promise.all(rows))
}

const listing = (path: string) =>
  readdirSync(path, { recursive: true })
    .map((name) => {
      const { mtimeMs, size } = statSync(join(path, String(name)))
      return `${String(name)} ${mtimeMs} ${size}`
    })
    .toSorted()

describe('a library of Audiobookshelf', () => {
  it('is told in a dry run, which writes nothing', async () => {
    await using server = await startServer()
    const [rows, there] = [await dump(server), listing(folder.path)]
    const { lines } = await moveIntoServer(server, move, false)
    expect(await dump(server)).toEqual(rows)
    expect(listing(folder.path)).toEqual(there)
    expect(lines).toEqual([
      'Audiobookshelf 2.36.0: 5 users, 6 books, 1 podcasts with 2 episodes.',
      'The folder /elsewhere of the library “Books” is in no folder of IMPORT_FOLDERS: name it there, or say with --map /elsewhere=/its/folder/here where it is.',
      'Users: 3 to be made, with a mail to set a password.',
      'Users: 1 not made: without an address. Give them one in Audiobookshelf, and run this again.',
      '  nobody',
      'Users: 1 not made: they are not active there.',
      '  former',
      'Books: 3 to be made.',
      'Books: 1 not made: files are not there.',
      `  Gone (${books}/Gone/1.mp3)`,
      'Books: 1 not made: files lie in no folder of IMPORT_FOLDERS.',
      '  Far (/elsewhere/Far/1.mp3)',
      'Books: 1 not made: without a sound file.',
      '  Paper',
      'Podcasts: 1 to be made.',
      'Episodes: 1 to be made.',
      'Episodes: 1 not made: never downloaded.',
      '  Cast: Never',
      'Collections: 1 to be made.',
      'Positions: 3 to be brought.',
      'Positions: 1 left: their books or episodes are not here.',
      'Positions: 1 left: their users are not here.',
      'Bookmarks: 1 to be brought.',
      'Feed addresses, which are kept with their podcasts; new episodes come once they are added (Podcasts → Add by feed):',
      '  Cast: https://example.org/feed.xml',
      'Without a counterpart here, and left:',
      '  1 bookmarks of podcasts, which name no episode',
      '  1 e-books',
      '  1 playlists',
      'This was a dry run: nothing was changed. With --apply it is done.',
    ])
  })

  it('is here afterwards, and running it again changes nothing', async () => {
    await using server = await startServer()
    await makeUser(server, { email: 'BO@example.org', name: 'Bo B', role: 'Editor' })
    const first = await moveIntoServer(server, move, true)
    expect(
      first.lines.filter((line) =>
        /made[.,]|brought\.|here already|cannot be taken|covers|BrokenM|Unsupp|^ {2}Dew/u.test(line),
      ),
    ).toEqual([
      'Users: 2 made, with a mail to set a password.',
      'Users: 1 here already by their address: the account stays as it is, with its role.',
      'Books: 2 made.',
      'Podcasts: 1 made.',
      'Episodes: 1 made.',
      'Collections: 1 made.',
      'Positions: 3 brought.',
      'Bookmarks: 1 brought.',
      'Not made, as a sound file cannot be taken:',
      `  Bad (${books}/Bad/bad.mp3: UnsupportedMedia)`,
      'Without their covers, which were not found or are no pictures (--metadata names the metadata folder):',
      '  Dew',
    ])
    const before = await dump(server)
    server.time.now += 60_000
    const again = await moveIntoServer(server, move, true)
    expect(await dump(server)).toEqual(before)
    expect(again.lines).toContain('Users: 3 brought before.')
    expect(again.lines).toContain('Positions: 3 brought before.')
  })

  it('has its books with fields, people, series, genres, covers and chapters at the same places of the files', async () => {
    await using server = await startServer()
    await moveIntoServer(server, move, true)
    const all = await server.call(listAudioBooks, {})
    expect(all.map(({ name }) => name).toSorted()).toEqual(['Dew', 'Salt'])
    const id = all.find(({ name }) => name === 'Salt')?.id ?? 0
    const book = await server.call(getAudioBook, { params: { id } })
    expect(book).toMatchObject({
      subtitle: 'A tale',
      description: 'Wet & dry',
      publishedYear: 2009,
      isbn: '978-3-16-148410-0',
      language: 'en',
      genres: ['Fiction'],
      series: [
        { name: 'Sea', sequence: '2' },
        { name: 'Shore', sequence: '1' },
      ],
      authors: [{ nickname: 'Ada Ash' }],
      tracksCount: 2,
    })
    expect(book.coverImageUrl).not.toBeNull()
    const { source, chapters } = await server.call(getAudioBookChapters, { params: { id } })
    expect(source).toBe('Hand')
    const secondFile = book.tracks[1]?.startSeconds ?? 0
    expect(chapters.map(({ startSeconds, title }) => [startSeconds, title])).toEqual([
      [0, 'Wet'],
      [secondFile + 1, 'Dry'],
    ])
  })

  it('has its people with their positions and bookmarks, by file and offset', async () => {
    await using server = await startServer()
    await moveIntoServer(server, move, true)
    const { connection } = server.deps.db
    const users = await connection
      .selectFrom('users')
      .select(['name', 'role', 'password_hash', 'email_confirmed_at'])
      .execute()
    const unset = { password_hash: null, email_confirmed_at: null }
    expect(users.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
      { name: 'bo', role: 'User', ...unset },
      { name: 'lea', role: 'User', ...unset },
      { name: 'root', role: 'Admin', ...unset },
    ])
    const mails = await connection.selectFrom('jobs').where('kind', '=', 'mail').select('payload').execute()
    expect(mails.map(({ payload }) => JSON.parse(payload) as unknown)).toEqual(
      ['root', 'lea', 'bo'].map((name) => ({ kind: 'set-password', email: `${name}@example.org` })),
    )
    const rows = await connection
      .selectFrom('positions')
      .innerJoin('users', 'users.id', 'positions.user_id')
      .innerJoin('recordings', 'recordings.id', 'positions.recording_id')
      .leftJoin('audio_books', 'audio_books.id', 'recordings.audio_book_id')
      .select([
        'users.name',
        'audio_books.name as book',
        'position_ms',
        'finished_at',
        'positions.updated_at',
        'version',
      ])
      .execute()
    const at = { updated_at: listened, version: 1 }
    const start = await startOfSecondFile(server)
    expect(rows.toSorted((one, other) => one.position_ms - other.position_ms)).toEqual([
      { name: 'lea', book: null, position_ms: 2000, finished_at: null, ...at },
      { name: 'root', book: 'Dew', position_ms: 3000, finished_at: listened, ...at },
      { name: 'lea', book: 'Salt', position_ms: start + 1500, finished_at: null, ...at },
    ])
    const marks = await connection.selectFrom('bookmarks').select(['start_ms', 'note']).execute()
    expect(marks).toEqual([{ start_ms: start + 500, note: 'Here' }])
  })

  async function startOfSecondFile({ deps }: TestServer): Promise<number> {
    const file = deps.db.connection
      .selectFrom('recording_files')
      .where('ordinal', '=', 0)
      .select('duration_ms')
    return (await file.executeTakeFirstOrThrow()).duration_ms
  }

  it('has its podcasts with feed addresses, and collections with what is here', async () => {
    await using server = await startServer()
    await moveIntoServer(server, move, true)
    const { connection } = server.deps.db
    const podcasts = connection
      .selectFrom('podcasts')
      .select(['name', 'feed_url', 'episode_order', 'is_public'])
    expect(await podcasts.execute()).toEqual([
      { name: 'Cast', feed_url: 'https://example.org/feed.xml', episode_order: 'Oldest', is_public: 1 },
    ])
    const episodes = connection.selectFrom('episodes').select(['name', 'number', 'published_at', 'is_public'])
    expect(await episodes.execute()).toEqual([
      { name: 'Pilot', number: 1, published_at: listened, is_public: 1 },
    ])
    const items = connection
      .selectFrom('collection_items')
      .innerJoin('collections', 'collections.id', 'collection_id')
      .innerJoin('audio_books', 'audio_books.id', 'audio_book_id')
      .orderBy('ordinal')
      .select(['collections.name', 'audio_books.name as book'])
    expect(await items.execute()).toEqual([
      { name: 'Best', book: 'Dew' },
      { name: 'Best', book: 'Salt' },
    ])
  })

  it.each(['', '?copy'] as const)(
    'keeps its sound where it is, unless the settings say “%s”',
    async (how) => {
      await using server = await startServer(how)
      const there = listing(books)
      await moveIntoServer(server, move, true)
      expect(listing(books)).toEqual(there)
      const { connection } = server.deps.db
      const sounds = connection.selectFrom('media').where('content_type', '=', 'audio/wav').select('origin')
      const origins = (await sounds.execute()).map(({ origin }) => origin)
      expect(origins).toEqual(Array(4).fill(how === '' ? 'library' : null))
      const known = connection.selectFrom('library_files').select('path').orderBy('path')
      const paths = (await known.execute()).map(({ path }) => path)
      expect(paths).toEqual(how === '' ? ['Ada/Salt/01.wav', 'Ada/Salt/02.wav', 'Cast/1.wav', 'Dew.wav'] : [])
    },
  )

  it('is whole after a run that died and another one', async () => {
    await using whole = await startServer()
    await moveIntoServer(whole, move, true)
    await using server = await startServer()
    for (const diesAfter of [0, 1, 2, 3, 4]) {
      const dying = moveIntoServer(server, { ...move, diesAfter }, true)
      await dying.catch((error: unknown) => expect(error).toBeInstanceOf(Died))
    }
    await moveIntoServer(server, move, true)
    const counts = async (one: TestServer) =>
      Object.fromEntries(Object.entries(await dump(one)).map(([table, rows]) => [table, rows.length]))
    expect(await counts(server)).toEqual(await counts(whole))
  })
})

it('what was set there holds at the next look, and what is added comes in', async () => {
  await using here = await makeLibraryFolder()
  const sounds = ['Eve/1', 'Eve/2', 'Fog/1', 'Fog/2', 'Fog/3', 'Gem/1', 'Gem/2']
  const nameOf = (name: string) => `Ada/${name}.${name.startsWith('Gem') ? 'm4b' : 'wav'}`
  for (const name of sounds) await here.put(nameOf(name))
  const fileOf = (name: string, exclude = false) => {
    return { path: `/audiobooks/${nameOf(name)}`, duration: 1, exclude }
  }
  const bookOf = (title: string, files: TestFile[]) => {
    return { title, path: `/audiobooks/Ada/${title}`, authors: ['Ada'], files }
  }
  const databasePath = join(folder.path, 'groups.sqlite')
  writeTestDatabase(databasePath, {
    books: [
      bookOf('Eve', [fileOf('Eve/2'), fileOf('Eve/1')]),
      bookOf('Fog', [fileOf('Fog/1'), fileOf('Fog/2', true), fileOf('Fog/3')]),
      bookOf('Gem', [fileOf('Gem/1'), fileOf('Gem/2')]),
    ],
  })
  await using server = await startTestServer({ environment: { IMPORT_FOLDERS: `books=${here.path}` } })
  await moveIntoServer(server, { databasePath, maps: [{ from: '/audiobooks', to: here.path }] }, true)
  const look = async () => {
    const { id } = await lookThroughFolder(server.deps)
    const books = await Array.fromAsync(listAllBooks(server.deps.db.connection, id))
    return books.map(({ kind, record }) => `${kind} ${record.files.map(({ path }) => path).join()}`)
  }
  expect(await look()).toEqual([])
  await here.put('Ada/Fog/4.wav')
  expect(await look()).toEqual(['Changed Ada/Fog/1.wav,Ada/Fog/3.wav,Ada/Fog/4.wav'])
})

describe('of positions', () => {
  const salt = async ({ deps }: TestServer) =>
    await deps.db.connection
      .selectFrom('positions')
      .innerJoin('recordings', 'recordings.id', 'positions.recording_id')
      .innerJoin('audio_books', 'audio_books.id', 'recordings.audio_book_id')
      .where('audio_books.name', '=', 'Salt')
      .select(['positions.id', 'position_ms', 'version', 'positions.updated_at'])
      .executeTakeFirst()

  let made = 0
  const withProgress = (currentTime: number, lastUpdate: number): TestMove => {
    const path = join(folder.path, `progress-${(made += 1)}.sqlite`)
    const users = [{ name: 'lea', progress: [{ of: 'Salt', currentTime, lastUpdate }] }]
    writeTestDatabase(path, { ...library, users })
    return { ...move, databasePath: path }
  }

  it('a later one there is the next version, and a newer one here wins', async () => {
    await using server = await startServer()
    await moveIntoServer(server, withProgress(1, listened), true)
    await moveIntoServer(server, withProgress(2, listened + 10), true)
    expect(await salt(server)).toMatchObject({ position_ms: 2000, version: 2, updated_at: listened + 10 })
    await server.deps.db.connection
      .updateTable('positions')
      .set({ position_ms: 5, updated_at: listened + 99 })
      .execute()
    const { lines } = await moveIntoServer(server, withProgress(3, listened + 50), true)
    expect(await salt(server)).toMatchObject({ position_ms: 5, version: 2 })
    expect(lines).toContain('Positions: 1 left: those here are newer.')
  })

  it('one that was forgotten here is not brought again', async () => {
    await using server = await startServer()
    await moveIntoServer(server, withProgress(1, listened), true)
    await server.deps.db.connection.deleteFrom('position_history').execute()
    await server.deps.db.connection.deleteFrom('positions').execute()
    await moveIntoServer(server, withProgress(1, listened), true)
    expect(await salt(server)).toBeUndefined()
  })

  it('one of a clock that is ahead is of now', async () => {
    await using server = await startServer()
    await moveIntoServer(server, withProgress(1, server.time.now + 1e9), true)
    expect(await salt(server)).toMatchObject({ updated_at: server.time.now })
  })
})
