import { createHash } from 'node:crypto'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type SchemaAge, schemaOf } from './schema.ts'

/** A library of Audiobookshelf as tests describe it. Ids are made from the names. */
export interface TestLibrary {
  readonly users?: readonly TestUser[]
  readonly folders?: readonly string[]
  readonly books?: readonly TestBook[]
  readonly podcasts?: readonly TestPodcast[]
  readonly collections?: readonly { readonly name: string; readonly books: readonly string[] }[]
  readonly playlists?: number
  readonly sessions?: number
}

export interface TestUser {
  readonly name: string
  readonly email?: string | null
  readonly type?: 'root' | 'admin' | 'user' | 'guest'
  readonly isActive?: boolean
  readonly permissions?: object
  /** Titles of books. */
  readonly progress?: readonly TestProgress[]
  readonly bookmarks?: readonly { readonly of: string; readonly time: number; readonly title?: string }[]
}

export interface TestProgress {
  readonly of: string
  readonly currentTime: number
  readonly isFinished?: boolean
  readonly lastUpdate?: number
  readonly ebookProgress?: number
  readonly hide?: boolean
}

export interface TestFile {
  readonly path: string
  readonly duration: number
  readonly exclude?: boolean
}

export interface TestBook {
  readonly title: string
  /** Of its folder. */
  readonly path: string
  readonly authors?: readonly string[]
  readonly series?: readonly (readonly [name: string, sequence: string | null])[]
  readonly files: readonly TestFile[]
  readonly chapters?: readonly (readonly [start: number, title: string])[]
  /** Columns as they are. */
  readonly columns?: Readonly<Record<string, SQLInputValue>>
}

export interface TestPodcast {
  readonly title: string
  readonly path: string
  readonly feedURL?: string | null
  readonly episodes?: readonly TestEpisode[]
  readonly columns?: Readonly<Record<string, SQLInputValue>>
}

export interface TestEpisode {
  readonly title: string
  readonly file?: TestFile
  readonly publishedAt?: number
  readonly columns?: Readonly<Record<string, SQLInputValue>>
}

export function idOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** As Sequelize writes instants. */
export function dateTime(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').replace('Z', ' +00:00')
}

const begun = Date.UTC(2024, 0, 1)

/** Writes `absdatabase.sqlite`. */
export function writeTestDatabase(path: string, library: TestLibrary, age: SchemaAge = '2.36.0'): void {
  const database = new DatabaseSync(path)
  for (const statement of schemaOf(age)) database.exec(statement)
  database.exec('begin')
  fill(database, library, age)
  database.exec('commit')
  database.close()
}

function fill(database: DatabaseSync, library: TestLibrary, age: SchemaAge): void {
  let made = 0
  const insert = (table: string, values: Readonly<Record<string, SQLInputValue>>) => {
    made += 1
    const hasUpdates = !['bookAuthors', 'bookSeries', 'collectionBooks', 'playlistMediaItems'].includes(table)
    const row: Record<string, SQLInputValue> = {
      createdAt: dateTime(begun + made),
      ...(hasUpdates ? { updatedAt: dateTime(begun + made) } : {}),
      ...values,
    }
    const names = Object.keys(row)
    database
      .prepare(
        `insert into \`${table}\` (${names.map((name) => `\`${name}\``).join()}) values (${names.map(() => '?').join()})`,
      )
      .run(...Object.values(row))
  }
  const { folders = ['/audiobooks'], books = [], podcasts = [], users = [], collections = [] } = library
  insert('settings', {
    key: 'server-settings',
    value: JSON.stringify({ id: 'server-settings', version: age }),
  })
  insert('libraries', { id: idOf('library'), name: 'Books', mediaType: 'book', settings: '{}' })
  for (const folder of folders)
    insert('libraryFolders', { id: idOf(folder), path: folder, libraryId: idOf('library') })
  const authors = new Set(books.flatMap((book) => book.authors ?? []))
  for (const name of authors)
    insert('authors', { id: idOf(`author ${name}`), name, libraryId: idOf('library') })
  const series = new Set(books.flatMap((book) => (book.series ?? []).map(([name]) => name)))
  for (const name of series)
    insert('series', { id: idOf(`series ${name}`), name, libraryId: idOf('library') })
  for (const book of books) insertBook(insert, book)
  for (const podcast of podcasts) insertPodcast(insert, podcast)
  for (const user of users) insertUser(insert, user, library)
  for (const { name, books: titles } of collections) {
    insert('collections', { id: idOf(`collection ${name}`), name, libraryId: idOf('library') })
    for (const [order, title] of titles.entries())
      insert('collectionBooks', {
        id: idOf(`${name} ${title}`),
        order,
        bookId: idOf(`book ${title}`),
        collectionId: idOf(`collection ${name}`),
      })
  }
  for (let one = 0; one < (library.playlists ?? 0); one += 1)
    insert('playlists', { id: idOf(`playlist ${one}`), name: `${one}` })
  for (let one = 0; one < (library.sessions ?? 0); one += 1)
    insert('playbackSessions', { id: idOf(`session ${one}`) })
}

type Insert = (table: string, values: Readonly<Record<string, SQLInputValue>>) => void

function insertItem(
  insert: Insert,
  type: string,
  media: { readonly title: string; readonly path: string },
): void {
  insert('libraryItems', {
    id: idOf(`item ${media.title}`),
    path: media.path,
    relPath: media.path.slice(media.path.lastIndexOf('/') + 1),
    mediaId: idOf(`${type} ${media.title}`),
    mediaType: type,
    libraryFiles: '[]',
    extraData: JSON.stringify({ oldLibraryItemId: `li_${media.title}` }),
    libraryId: idOf('library'),
  })
}

function insertBook(insert: Insert, book: TestBook): void {
  const id = idOf(`book ${book.title}`)
  const chapters = (book.chapters ?? []).map(([start, title], index) => ({
    id: index,
    start,
    end: start,
    title,
  }))
  insert('books', {
    id,
    title: book.title,
    explicit: 0,
    abridged: 0,
    narrators: '[]',
    audioFiles: JSON.stringify(book.files.map(audioFile)),
    chapters: JSON.stringify(chapters),
    tags: '[]',
    genres: '[]',
    ...book.columns,
  })
  insertItem(insert, 'book', book)
  for (const name of book.authors ?? [])
    insert('bookAuthors', { id: idOf(`${id} ${name}`), bookId: id, authorId: idOf(`author ${name}`) })
  for (const [name, sequence] of book.series ?? [])
    insert('bookSeries', {
      id: idOf(`${id} s ${name}`),
      bookId: id,
      seriesId: idOf(`series ${name}`),
      sequence,
    })
}

function audioFile({ path, duration, exclude = false }: TestFile, index: number) {
  const filename = path.slice(path.lastIndexOf('/') + 1)
  return {
    index: index + 1,
    ino: `${index}`,
    metadata: { filename, path, relPath: filename },
    duration,
    exclude,
  }
}

function insertPodcast(insert: Insert, podcast: TestPodcast): void {
  const id = idOf(`podcast ${podcast.title}`)
  const { title, feedURL = null } = podcast
  insert('podcasts', { id, title, feedURL, explicit: 0, tags: '[]', genres: '[]', ...podcast.columns })
  insertItem(insert, 'podcast', podcast)
  for (const [index, episode] of (podcast.episodes ?? []).entries())
    insert('podcastEpisodes', {
      id: idOf(`podcastEpisode ${episode.title}`),
      podcastId: id,
      index: index + 1,
      title: episode.title,
      episodeType: 'full',
      publishedAt: dateTime(episode.publishedAt ?? begun + index * 86_400_000),
      audioFile: episode.file ? JSON.stringify(audioFile(episode.file, 0)) : null,
      chapters: '[]',
      ...episode.columns,
    })
}

function insertUser(insert: Insert, user: TestUser, library: TestLibrary): void {
  const id = idOf(`user ${user.name}`)
  const isBook = (title: string) => library.books?.some((book) => book.title === title) === true
  const bookmarks = (user.bookmarks ?? []).map(({ of, time, title = '' }) => {
    return { libraryItemId: idOf(`item ${of}`), time, title, createdAt: begun + time }
  })
  insert('users', {
    id,
    username: user.name,
    email: user.email === undefined ? `${user.name}@example.org` : user.email,
    pash: '$2a$08$abcdefghijklmnopqrstuv',
    type: user.type ?? 'user',
    isActive: (user.isActive ?? true) ? 1 : 0,
    permissions: JSON.stringify(user.permissions ?? { accessAllLibraries: true, accessAllTags: true }),
    bookmarks: JSON.stringify(bookmarks),
  })
  for (const [index, progress] of (user.progress ?? []).entries()) {
    const type = isBook(progress.of) ? 'book' : 'podcastEpisode'
    insert('mediaProgresses', {
      id: idOf(`${id} ${progress.of} ${index}`),
      userId: id,
      mediaItemId: idOf(`${type} ${progress.of}`),
      mediaItemType: type,
      currentTime: progress.currentTime,
      isFinished: progress.isFinished ? 1 : 0,
      hideFromContinueListening: progress.hide ? 1 : 0,
      ebookProgress: progress.ebookProgress ?? null,
      updatedAt: dateTime(progress.lastUpdate ?? begun),
    })
  }
}
