import type { MovedBook } from '../library/moved-library.ts'
import { plainText } from '../library/plain-text.ts'
import { count, readJson, type Reading } from './reading.ts'
import type { SourceItems } from './read-items.ts'
import { readChapters, readFiles } from './read-sounds.ts'
import { flagOf, textOf, textsOf } from './values.ts'
import type { SourceValue } from './source-rows.queries.ts'

const columns = [
  'id',
  'title',
  'subtitle',
  'publishedYear',
  'publisher',
  'description',
  'isbn',
  'asin',
  'language',
  'explicit',
  'abridged',
  'coverPath',
  'narrators',
  'audioFiles',
  'ebookFile',
  'chapters',
  'tags',
  'genres',
] as const

type BookRow = Record<(typeof columns)[number], SourceValue>
type Series = { readonly name: string; readonly sequence: string | null }

export function readBooks(reading: Reading, items: SourceItems): MovedBook[] {
  const authors = linksOf(reading, 'bookAuthors', 'authorId', namesOf(reading, 'authors'))
  const series = linksOf(reading, 'bookSeries', 'seriesId', namesOf(reading, 'series'))
  const books: MovedBook[] = []
  for (const row of reading.source.rows('books', columns, ['createdAt'])) {
    const id = textOf(row.id)
    const item = id === null ? undefined : items.byMedia.get(id)
    // Rows without an item were left behind when it was removed.
    if (id === null || item === undefined) continue
    const people = (authors.get(id) ?? []).map(({ name }) => name)
    books.push(readBook(reading, row, { id, path: item.path, authors: people, series: series.get(id) ?? [] }))
  }
  return books
}

function readBook(
  reading: Reading,
  row: BookRow,
  known: Pick<MovedBook, 'id' | 'path' | 'authors' | 'series'>,
): MovedBook {
  const title = textOf(row.title) ?? lastPart(known.path)
  const what = `the book “${title}”`
  const json = (column: (typeof columns)[number]) => readJson(reading, row, column, what)
  if (json('ebookFile') !== null) count(reading, 'ebooks')
  if (textOf(row.asin) !== null) count(reading, 'asins')
  if (textsOf(json('tags')).length > 0) count(reading, 'tags')
  const coverPath = textOf(row.coverPath)
  return {
    ...known,
    title,
    subtitle: textOf(row.subtitle),
    narrators: textsOf(json('narrators')),
    description: plainText(textOf(row.description)),
    publishedYear: yearOf(textOf(row.publishedYear)),
    publisher: textOf(row.publisher),
    isbn: textOf(row.isbn),
    language: textOf(row.language),
    isExplicit: flagOf(row.explicit),
    isAbridged: flagOf(row.abridged),
    genres: textsOf(json('genres')),
    cover: coverPath === null ? null : { path: coverPath },
    ...readFiles(reading, json('audioFiles'), what),
    chapters: readChapters(json('chapters')),
  }
}

/** Names by id. */
function namesOf({ source }: Reading, table: 'authors' | 'series'): Map<string, string> {
  const names = new Map<string, string>()
  for (const row of source.rows(table, ['id', 'name'])) {
    const name = textOf(row.name)
    if (name !== null) names.set(String(row.id), name)
  }
  return names
}

/** The names that each book has, in their order. */
function linksOf(
  { source }: Reading,
  table: 'bookAuthors' | 'bookSeries',
  column: 'authorId' | 'seriesId',
  names: ReadonlyMap<string, string>,
): Map<string, Series[]> {
  const links = new Map<string, Series[]>()
  for (const row of source.rows(table, ['bookId', column, 'sequence'], ['createdAt'])) {
    const name = names.get(String(row[column]))
    if (name === undefined) continue
    const list = links.get(String(row.bookId)) ?? []
    links.set(String(row.bookId), [...list, { name, sequence: textOf(row.sequence) }])
  }
  return links
}

export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1) || 'Untitled'
}

function yearOf(text: string | null): number | null {
  const year = /^\d{4}(?!\d)/u.exec(text ?? '')?.[0]
  return year === undefined ? null : Number(year)
}
