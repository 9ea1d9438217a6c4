import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../testing/archives.ts'
import { detailsOf, writeZip } from '../../../testing/audiobookshelf/backup.ts'
import {
  dateTime,
  idOf,
  type TestLibrary,
  writeTestDatabase,
} from '../../../testing/audiobookshelf/library.ts'
import { forAllTests } from '../../../testing/for-all-tests.ts'
import type { MovedLibrary } from '../library/moved-library.ts'
import { openSource } from './open-source.ts'
import { readAudiobookshelf } from './read-library.ts'

const folder = await forAllTests(temporaryFolder())
let made = 0
const newPlace = (name: string) => join(folder.path, `${(made += 1)}-${name}`)

const at = Date.UTC(2025, 4, 6, 7, 8, 9, 123)
const library: TestLibrary = {
  folders: ['/audiobooks'],
  books: [
    {
      title: 'Salt',
      path: '/audiobooks/Ada/Salt',
      authors: ['Ada Ash', 'Bo Birch'],
      series: [
        ['Sea', '1.5'],
        ['Shore', null],
      ],
      files: [
        { path: '/audiobooks/Ada/Salt/01.mp3', duration: 60.5 },
        { path: '/audiobooks/Ada/Salt/extra.mp3', duration: 9, exclude: true },
        { path: '/audiobooks/Ada/Salt/02.mp3', duration: 30 },
      ],
      chapters: [
        [0, 'One'],
        [45.25, 'Two'],
      ],
      columns: {
        subtitle: 'A tale',
        narrators: '["Cy Cole"]',
        description: '<p>Wet &amp; <b>salty</b></p><p>Sea</p>',
        publishedYear: '2009-05-01',
        publisher: 'Press',
        isbn: '978-3-16-148410-0',
        asin: 'B000000000',
        language: 'English',
        explicit: 1,
        coverPath: '/metadata/items/x/cover.jpg',
        genres: '["Fiction","Fiction","Sea"]',
        tags: '["wet"]',
      },
    },
    {
      title: 'Torn',
      path: '/audiobooks/Torn',
      files: [],
      columns: { audioFiles: '[{"meta', ebookFile: '{"ino":"1"}' },
    },
  ],
  podcasts: [
    {
      title: 'Cast',
      path: '/podcasts/Cast',
      feedURL: 'https://example.org/feed.xml',
      columns: { author: 'Dee', podcastType: 'serial', autoDownloadEpisodes: 1 },
      episodes: [
        { title: 'Later', publishedAt: at + 1, file: { path: '/podcasts/Cast/2.mp3', duration: 20 } },
        { title: 'Sooner', publishedAt: at, columns: { season: '2', episodeType: 'trailer' } },
      ],
    },
  ],
  users: [
    { name: 'root', type: 'root', email: null },
    {
      name: 'lea',
      permissions: { accessAllLibraries: false },
      progress: [
        { of: 'Salt', currentTime: 12.5, lastUpdate: at - 5 },
        { of: 'Salt', currentTime: 61, lastUpdate: at },
        { of: 'Later', currentTime: 20, isFinished: true, lastUpdate: at, hide: true },
        { of: 'Torn', currentTime: 0, ebookProgress: 0.5 },
      ],
      bookmarks: [
        { of: 'Salt', time: 70, title: 'Here' },
        { of: 'Cast', time: 3 },
        { of: 'Nowhere', time: 3 },
      ],
    },
    { name: 'gone', isActive: false, type: 'guest' },
  ],
  collections: [{ name: 'Best', books: ['Torn', 'Salt'] }],
  playlists: 2,
  sessions: 3,
}

function read(path: string, version: string | null = null): MovedLibrary {
  return readAudiobookshelf(path, version)
}

describe.each(['2.3.0', '2.36.0'] as const)('of a database of %s', (age) => {
  const path = newPlace('library.sqlite')
  writeTestDatabase(path, library, age)
  const moved = read(path)

  it('the version and the folders are told', () => {
    expect(moved).toMatchObject({ version: age, folders: [{ library: 'Books', path: '/audiobooks' }] })
  })

  it('a book has its fields, its people, its series, the files that are played, and chapters', () => {
    expect(moved.books[0]).toEqual({
      id: idOf('book Salt'),
      path: '/audiobooks/Ada/Salt',
      title: 'Salt',
      subtitle: 'A tale',
      authors: ['Ada Ash', 'Bo Birch'],
      narrators: ['Cy Cole'],
      series: [
        { name: 'Sea', sequence: '1.5' },
        { name: 'Shore', sequence: null },
      ],
      description: 'Wet & salty\n\nSea',
      publishedYear: 2009,
      publisher: 'Press',
      isbn: '978-3-16-148410-0',
      language: 'English',
      isExplicit: true,
      isAbridged: false,
      genres: ['Fiction', 'Sea'],
      cover: { path: '/metadata/items/x/cover.jpg' },
      files: [
        { path: '/audiobooks/Ada/Salt/01.mp3', durationSeconds: 60.5 },
        { path: '/audiobooks/Ada/Salt/02.mp3', durationSeconds: 30 },
      ],
      leftOut: [{ path: '/audiobooks/Ada/Salt/extra.mp3', durationSeconds: 9 }],
      chapters: [
        { startSeconds: 0, title: 'One' },
        { startSeconds: 45.25, title: 'Two' },
      ],
    })
  })

  it('broken JSON is told and costs the other books nothing', () => {
    expect(moved.books.map(({ title, files }) => [title, files.length])).toEqual([
      ['Salt', 2],
      ['Torn', 0],
    ])
    expect(moved.oddities).toEqual(['The audioFiles of the book “Torn” cannot be read.'])
  })

  it('a podcast has its feed, and its episodes by their dates', () => {
    expect(moved.podcasts).toMatchObject([
      { title: 'Cast', author: 'Dee', feedUrl: 'https://example.org/feed.xml', isSerial: true },
    ])
    expect(moved.podcasts[0]?.episodes).toMatchObject([
      { title: 'Sooner', season: 2, type: 'Trailer', publishedAt: at, file: null },
      {
        title: 'Later',
        season: null,
        type: 'Full',
        file: { path: '/podcasts/Cast/2.mp3', durationSeconds: 20 },
      },
    ])
  })

  it('people have their roles, and of two positions in a recording the newer', () => {
    const [userId, lea] = [idOf('user root'), idOf('user lea')]
    expect(moved.users).toMatchObject([
      { id: userId, name: 'root', email: null, isAdmin: true, isActive: true },
      { name: 'lea', email: 'lea@example.org', isAdmin: false, isActive: true },
      { name: 'gone', isAdmin: false, isActive: false },
    ])
    expect(moved.positions).toEqual([
      { userId: lea, recordingId: idOf('book Salt'), seconds: 61, isFinished: false, updatedAt: at },
      {
        userId: lea,
        recordingId: idOf('podcastEpisode Later'),
        seconds: 20,
        isFinished: true,
        updatedAt: at,
      },
    ])
    expect(moved.bookmarks).toMatchObject([
      { userId: lea, bookId: idOf('book Salt'), seconds: 70, note: 'Here' },
    ])
  })

  it('collections keep their order, and what has no counterpart is counted', () => {
    expect(moved.collections).toMatchObject([
      { name: 'Best', bookIds: [idOf('book Torn'), idOf('book Salt')] },
    ])
    expect(moved.leftovers).toEqual({
      asins: 1,
      autoDownloads: 1,
      bookmarksOfOthers: 1,
      bookmarksOfPodcasts: 1,
      ebookPositions: 1,
      ebooks: 1,
      hiddenFromContinue: 1,
      playlists: 2,
      restrictedUsers: 1,
      sessions: 3,
      tags: 1,
    })
  })
})

it('times are read as Sequelize writes them', () => {
  expect(dateTime(at)).toBe('2025-05-06 07:08:09.123 +00:00')
})

describe('a place', () => {
  const titles = async (place: string) => {
    await using source = await openSource(place)
    return read(source.databasePath, source.version).books.map(({ title }) => title)
  }
  const refusal = async (place: string) => await titles(place).catch((error: Error) => error.message)

  function configFolder(): string {
    const root = newPlace('server')
    mkdirSync(join(root, 'config'), { recursive: true })
    mkdirSync(join(root, 'metadata'))
    writeTestDatabase(join(root, 'config/absdatabase.sqlite'), library)
    return root
  }

  it('is a config folder, or the one around it, in which nothing is written', async () => {
    const root = configFolder()
    const before = readdirSync(root, { recursive: true })
    const bytes = readFileSync(join(root, 'config/absdatabase.sqlite'))
    const { mtimeMs } = statSync(join(root, 'config/absdatabase.sqlite'))
    expect(await titles(join(root, 'config'))).toEqual(['Salt', 'Torn'])
    expect(await titles(root)).toEqual(['Salt', 'Torn'])
    expect(readdirSync(root, { recursive: true })).toEqual(before)
    expect(readFileSync(join(root, 'config/absdatabase.sqlite')).equals(bytes)).toBe(true)
    expect(statSync(join(root, 'config/absdatabase.sqlite')).mtimeMs).toBe(mtimeMs)
  })

  it('tells the metadata folder beside it', async () => {
    const root = configFolder()
    await using source = await openSource(join(root, 'config'))
    expect(source.metadataFolder).toBe(join(root, 'metadata'))
  })

  it('has what a running program has in its write-ahead log alone', async () => {
    const root = configFolder()
    const running = new DatabaseSync(join(root, 'config/absdatabase.sqlite'))
    running.exec("pragma journal_mode = wal; update books set title = 'Fresh' where title = 'Salt'")
    const before = readdirSync(join(root, 'config'))
    expect(before).toContain('absdatabase.sqlite-wal')
    expect(await titles(root)).toEqual(['Fresh', 'Torn'])
    expect(readdirSync(join(root, 'config'))).toEqual(before)
    running.close()
  })

  it('is a backup, of which the details tell the version where the database does not', async () => {
    const database = newPlace('db.sqlite')
    writeTestDatabase(database, library)
    const inner = new DatabaseSync(database)
    inner.exec('delete from settings')
    inner.close()
    const path = newPlace('2024.audiobookshelf')
    writeZip(path, [
      { name: 'details', content: detailsOf('2.20.1') },
      { name: 'absdatabase.sqlite', content: readFileSync(database) },
      { name: 'metadata-items/x/cover.jpg', content: Buffer.from('picture') },
    ])
    await using source = await openSource(path)
    expect(read(source.databasePath, source.version)).toMatchObject({ version: '2.20.1' })
    const target = newPlace('cover')
    expect(await source.backup?.extractPicture('metadata-items/x/cover.jpg', target, 100)).toBe(true)
    expect(readFileSync(target, 'utf8')).toBe('picture')
    expect(await source.backup?.extractPicture('metadata-items/x/cover.jpg', target, 3)).toBe(false)
    expect(await source.backup?.extractPicture('metadata-items/../x', target, 100)).toBe(false)
  })

  const zip = (...entries: Parameters<typeof writeZip>[1]) => {
    const path = newPlace('odd.audiobookshelf')
    writeZip(path, entries)
    return path
  }
  const file = (content: string | Buffer) => {
    const path = newPlace('odd')
    writeFileSync(path, content)
    return path
  }
  const folderOf = (...statements: string[]) => {
    const path = newPlace('config')
    mkdirSync(path)
    const database = new DatabaseSync(join(path, 'absdatabase.sqlite'))
    for (const statement of statements) database.exec(statement)
    database.close()
    return path
  }
  const sqlite = Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(40 * 1024 ** 2)])

  it.each<[what: string, place: () => string, says: string]>([
    ['nothing', () => newPlace('nothing'), 'There is no file or folder'],
    ['a folder of something else', () => folder.path, 'has no absdatabase.sqlite'],
    ['a text', () => file('hello'), 'it is no zip archive'],
    ['an empty file', () => file(''), 'it is no zip archive'],
    [
      'a zip archive cut short',
      () => file(readFileSync(zip({ name: 'a', content: sqlite })).subarray(0, 900)),
      'zip',
    ],
    [
      'another zip archive',
      () => zip({ name: 'photo.jpg', content: Buffer.from('x') }),
      'it has no absdatabase.sqlite',
    ],
    [
      'a backup before 2.3',
      () => zip({ name: 'config/users/data/0.json', content: Buffer.from('{}') }),
      'it is of a version before 2.3',
    ],
    [
      'names that lead out of the archive',
      () => zip({ name: '../../etc/passwd', content: Buffer.from('x') }),
      'it cannot be read (invalid relative path: ../../etc/passwd)',
    ],
    ['absolute names', () => zip({ name: '/etc/passwd', content: Buffer.from('x') }), 'it cannot be read'],
    ['a bomb', () => zip({ name: 'absdatabase.sqlite', content: sqlite }), 'its database would take'],
    [
      'a bomb that understates itself',
      () => zip({ name: 'absdatabase.sqlite', content: sqlite, statedSize: 1000 }),
      'its database is damaged',
    ],
    [
      'zeros',
      () => zip({ name: 'absdatabase.sqlite', content: Buffer.alloc(100) }),
      'its database is none of SQLite',
    ],
    [
      'a damaged database',
      () => zip({ name: 'absdatabase.sqlite', content: sqlite.subarray(0, 5000) }),
      'This is no database of Audiobookshelf 2.3 or newer: it is damaged',
    ],
    [
      'another program’s database',
      () => folderOf('create table users (id)', 'create table tracks (id)'),
      'it has no table libraries, libraryItems, books',
    ],
    [
      'tables that are views',
      () =>
        folderOf(
          'create view users as with recursive n(i) as (select 1 union all select i from n) select * from n',
        ),
      'it has no table users, libraries',
    ],
  ])('%s is refused with its reason', async (_what, place, says) => {
    expect(await refusal(place())).toContain(says)
  })
})

it('tables that a library has no use for may be absent, and so may be whether a user is active', () => {
  const path = newPlace('few.sqlite')
  writeTestDatabase(path, library)
  const few = new DatabaseSync(path)
  few.exec('pragma foreign_keys = off')
  const unused = ['collectionBooks', 'collections', 'podcastEpisodes', 'podcasts', 'series', 'bookSeries']
  for (const table of [...unused, 'settings', 'libraryFolders']) few.exec(`drop table "${table}"`)
  few.exec('update users set isActive = null')
  few.close()
  const { books, podcasts, collections, folders, users } = read(path)
  expect(books.map(({ title, series }) => [title, series])).toEqual([
    ['Salt', []],
    ['Torn', []],
  ])
  expect({ podcasts, collections, folders }).toEqual({ podcasts: [], collections: [], folders: [] })
  expect(users.map(({ isActive }) => isActive)).toEqual([true, true, true])
})

it('hostile values are read as nothing, or as they are', () => {
  const path = newPlace('hostile.sqlite')
  const odd = { duration: -5, path: '../../../etc/passwd\0' }
  writeTestDatabase(path, {
    books: [
      {
        title: '<script>alert(1)</script>\u202e',
        path: '/audiobooks/../..',
        files: [odd],
        columns: {
          narrators: '{"a":1}',
          genres: '[1,null,{"a":2}," "]',
          chapters: '[{"start":"x"},{"start":-1},7]',
        },
      },
    ],
    users: [
      { name: 'x', progress: [{ of: '<script>alert(1)</script>\u202e', currentTime: -4, isFinished: true }] },
    ],
  })
  const { books, positions } = read(path)
  expect(books[0]).toMatchObject({
    title: '<script>alert(1)</script>\u202e',
    narrators: [],
    genres: ['1'],
    chapters: [],
    files: [{ path: '../../../etc/passwd', durationSeconds: 0 }],
  })
  expect(positions).toMatchObject([{ seconds: 0, isFinished: true }])
})
