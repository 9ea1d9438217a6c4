import type { LeftoverKind, MovedCollection, MovedFolder, MovedLibrary } from '../library/moved-library.ts'
import { plainText } from '../library/plain-text.ts'
import { readBooks } from './read-books.ts'
import { readItems } from './read-items.ts'
import { readPeople, readPositions } from './read-people.ts'
import { readPodcasts } from './read-podcasts.ts'
import { count, type Reading } from './reading.ts'
import { openSourceRows, type SourceRows } from './source-rows.queries.ts'
import { jsonOf, objectOf, textOf } from './values.ts'

/** Tables and columns of which only the number is told. */
const counted: readonly [kind: LeftoverKind, table: string, column?: string][] = [
  ['apiKeys', 'apiKeys'],
  ['authorDescriptions', 'authors', 'description'],
  ['authorPictures', 'authors', 'imagePath'],
  ['metadataProviders', 'customMetadataProviders'],
  ['openFeeds', 'feeds'],
  ['playlists', 'playlists'],
  ['seriesDescriptions', 'series', 'description'],
  ['sessions', 'playbackSessions'],
  ['shares', 'mediaItemShares'],
]

/**
 * Reads a database of Audiobookshelf 2.3 or newer.
 *
 * @param version of the backup, where the database does not say
 * @throws StartError for another database
 */
export function readAudiobookshelf(databasePath: string, version: string | null): MovedLibrary {
  using source = openSourceRows(databasePath)
  const reading: Reading = { source, leftovers: new Map(), oddities: [] }
  const items = readItems(source)
  const books = readBooks(reading, items)
  const podcasts = readPodcasts(reading, items)
  const people = readPeople(reading, items)
  const positions = readPositions(reading)
  for (const [kind, table, column] of counted) count(reading, kind, source.count(table, column))
  return {
    system: 'audiobookshelf',
    version: versionOf(source) ?? version,
    folders: readFolders(source),
    books,
    podcasts,
    ...people,
    positions,
    collections: readCollections(source),
    leftovers: Object.fromEntries(reading.leftovers),
    oddities: reading.oddities,
  }
}

function versionOf(source: SourceRows): string | null {
  for (const row of source.rows('settings', ['key', 'value']))
    if (row.key === 'server-settings') return textOf(objectOf(jsonOf(row.value)).version)
  return null
}

function readFolders(source: SourceRows): MovedFolder[] {
  const names = new Map<unknown, string>()
  for (const row of source.rows('libraries', ['id', 'name'])) names.set(row.id, textOf(row.name) ?? '')
  const folders: MovedFolder[] = []
  for (const row of source.rows('libraryFolders', ['path', 'libraryId'])) {
    const path = textOf(row.path)
    if (path !== null) folders.push({ path, library: names.get(row.libraryId) ?? '' })
  }
  return folders
}

function readCollections(source: SourceRows): MovedCollection[] {
  const books = new Map<unknown, string[]>()
  for (const row of source.rows('collectionBooks', ['collectionId', 'bookId'], ['order', 'createdAt'])) {
    const bookId = textOf(row.bookId)
    if (bookId !== null) books.set(row.collectionId, [...(books.get(row.collectionId) ?? []), bookId])
  }
  const collections: MovedCollection[] = []
  for (const row of source.rows('collections', ['id', 'name', 'description'], ['createdAt'])) {
    const id = textOf(row.id)
    const name = textOf(row.name)
    if (id === null || name === null) continue
    const description = plainText(textOf(row.description))
    collections.push({ id, name, description, bookIds: books.get(row.id) ?? [] })
  }
  return collections
}
