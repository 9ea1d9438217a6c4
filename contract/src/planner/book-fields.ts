import { readBookTags, type SeriesPlace, type TagWords } from './book-tags.ts'
import { isSameValue } from './field-values.ts'
import {
  baseName,
  foldName,
  folderOf,
  sideFileKind,
  type SideFileKind,
  withoutExtension,
} from './file-names.ts'
import type { Group, GroupedFile } from './grouping.ts'
import { splitNames } from './people-names.ts'
import type { FieldName, FieldValue, FolderFile } from './plan-input.ts'
import type { FieldSource, PlannedField, SourcedValue } from './plan-output.ts'
import {
  maxSideFileCharacters,
  readDescription,
  readMetadataJson,
  readNfo,
  readOpf,
  readReaders,
  type SideWords,
} from './side-files.ts'
import { readTitle, type TitleWords } from './title-folder.ts'

/** What is said of a book, by folder, tags and side files, later over earlier. */

export interface BookFields {
  readonly fields: Readonly<Record<FieldName, PlannedField>>
  readonly moreSeries: readonly SeriesPlace[]
  /** The author comes from the name of a file in the root. */
  readonly isAuthorGuessed: boolean
}

interface Word extends SideWords {
  readonly source: FieldSource
}

/** @param sideFiles beside the book */
export function readFields(
  group: Group,
  files: readonly GroupedFile[],
  sideFiles: readonly FolderFile[],
): BookFields {
  const isSingle = files.length === 1 && !group.refused?.length
  const tags = readBookTags(
    files.map(({ sound }) => sound?.tags ?? {}),
    { isSingle },
  )
  const { word: folder, isGuessed } = folderWord(group, tags)
  const words = [folder, tagWord(tags), ...sideWords(sideFiles)]
  const authors = chosen('authors', words, (word) => word.authors ?? null)
  // Nobody else is named: the reader is the author.
  if (isNothing(authors.value) && tags.artists.length > 0) {
    const word = { source: 'Tags' as const, authors: tags.artists }
    return { ...fieldsOf([...words, word]), isAuthorGuessed: false }
  }
  return { ...fieldsOf(words), isAuthorGuessed: isGuessed && authors.source === 'Folder' }
}

function fieldsOf(words: readonly Word[]): Omit<BookFields, 'isAuthorGuessed'> {
  const field = (name: FieldName, read: (word: Word) => FieldValue | undefined) =>
    chosen(name, words, (word) => read(word) ?? null)
  const series = field('series', (word) => word.series?.[0]?.name)
  const told = words.findLast(
    ({ source, series: places }) => source === series.source && places !== undefined,
  )
  return {
    fields: {
      title: field('title', (word) => word.title),
      subtitle: field('subtitle', (word) => word.subtitle),
      authors: asList(field('authors', (word) => word.authors)),
      narrators: asList(field('narrators', (word) => word.narrators)),
      series,
      sequence: sequenceIn(words, series),
      publishedYear: field('publishedYear', (word) => word.year),
      language: field('language', (word) => word.language),
      publisher: field('publisher', (word) => word.publisher),
      description: field('description', (word) => word.description),
    },
    moreSeries: told?.series?.slice(1) ?? [],
  }
}

function asList(field: PlannedField): PlannedField {
  return field.value === null ? { ...field, value: [] } : field
}

function isNothing(value: FieldValue): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

/** The last word on a field; what others say of it that differs, best first. */
function chosen(name: FieldName, words: readonly Word[], read: (word: Word) => FieldValue): PlannedField {
  const said: SourcedValue[] = words
    .map((word) => ({ source: word.source, value: read(word) }))
    .filter(({ value }) => !isNothing(value))
    .toReversed()
  const [best = { source: 'None' as const, value: null }, ...rest] = said
  const others: SourcedValue[] = []
  for (const other of rest)
    if (![best, ...others].some((known) => isSameValue(name, known.value, other.value))) others.push(other)
  return { ...best, others }
}

/** A number belongs to the series that it was said of. */
function sequenceIn(words: readonly Word[], series: PlannedField): PlannedField {
  if (typeof series.value !== 'string') return { source: 'None', value: null, others: [] }
  const name = foldName(series.value)
  return chosen('sequence', words, ({ series: places }) => {
    const place = places?.[0]
    return place && foldName(place.name) === name ? place.sequence : null
  })
}

function tagWord(tags: TagWords): Word {
  const { artists: _artists, series, ...words } = tags
  return { ...present(words), source: 'Tags', ...(series && { series: [series] }) }
}

function present(words: { readonly [name: string]: unknown }): SideWords {
  return Object.fromEntries(Object.entries(words).filter(([, value]) => value !== null))
}

const shelves = new Set([
  ...['audiobooks', 'audiobook', 'audio books', 'books', 'library', 'fiction', 'nonfiction', 'non-fiction'],
  ...['horbucher', 'horbuch', 'hoerbuecher', 'bucher', 'horspiele', 'media', 'audio'],
])

export function isShelf(name: string): boolean {
  const folded = foldName(name)
  return shelves.has(folded) || /^(?:\p{L}|\p{L}\s?-\s?\p{L}|0\s?-\s?9|#)$/u.test(folded)
}

/** What the place of a book in the tree says. */
function folderWord(group: Group, tags: TagWords): { word: Word; isGuessed: boolean } {
  const { path, isFolder, folderIs } = group
  const above = group.isOfRoot ? [] : folderOf(path).split('/').filter(Boolean)
  const name = group.name ?? (isFolder ? baseName(path) : withoutExtension(path))
  const tagged = new Set([...tags.authors, ...tags.artists].map(foldName))
  const isTagged = (part: string) => splitNames(part).some((one) => tagged.has(foldName(one)))
  const named = above.findIndex(isTagged)
  const first = named >= 0 ? named : above.findIndex((part) => !isShelf(part))
  const isSeriesFolder = folderIs === 'Series' && above.length === 1 && tagged.size > 0 && named < 0
  const authorAt = isSeriesFolder ? -1 : first
  const last = above.length - 1
  const hasSeries = folderIs !== 'Shelf' && (isSeriesFolder || (authorAt >= 0 && last > authorAt))
  const series = hasSeries ? (above[last] as string) : null
  const authors = authorAt >= 0 ? splitNames(above[authorAt] as string) : []
  const title = readTitle(name, { series, authors: [...authors, ...tags.authors, ...tags.artists] })
  if (above.every(isShelf) && tagged.size === 0) {
    const words = withTitleOfYear(title, name)
    if (words.subtitle !== null) return guessedAuthor(words)
  }
  const place = placeOf(series, title)
  return {
    word: { ...titleWord(title), ...(authors.length > 0 && { authors }), ...(place && { series: [place] }) },
    isGuessed: false,
  }
}

function placeOf(series: string | null, title: TitleWords): SeriesPlace | null {
  if (title.series !== null) return { name: title.series, sequence: title.sequence }
  return series === null ? null : { name: series, sequence: title.sequence }
}

function titleWord({ title, subtitle, narrators, year }: TitleWords): Word {
  return {
    source: 'Folder',
    title,
    ...(subtitle !== null && { subtitle }),
    ...(narrators.length > 0 && { narrators }),
    ...(year !== null && { year }),
  }
}

/** A year behind the only other part is what a book of the root is called. */
function withTitleOfYear(title: TitleWords, name: string): TitleWords {
  const isLast = title.year !== null && new RegExp(`\\s[-–—]\\s+${title.year}$`, 'u').test(name.trim())
  return isLast && title.subtitle === null ? { ...title, subtitle: String(title.year), year: null } : title
}

/** `A - B` in the root is author and title. */
function guessedAuthor(title: TitleWords): { word: Word; isGuessed: boolean } {
  const [name = '', ...others] = (title.subtitle ?? '').split(' - ')
  const words = { ...title, title: name, subtitle: others.join(' - ') || null }
  const place = placeOf(null, title)
  return {
    word: { ...titleWord(words), authors: splitNames(title.title), ...(place && { series: [place] }) },
    isGuessed: true,
  }
}

const readers: Partial<Record<SideFileKind, { source: FieldSource; read: (text: string) => SideWords }>> = {
  Nfo: { source: 'Nfo', read: readNfo },
  Description: { source: 'Text', read: readDescription },
  Readers: { source: 'Text', read: readReaders },
  Opf: { source: 'Opf', read: readOpf },
  MetadataJson: { source: 'MetadataJson', read: readMetadataJson },
}

/** Worst first; of several of a kind the first by name is the best. */
function sideWords(files: readonly FolderFile[]): Word[] {
  return (Object.keys(readers) as SideFileKind[]).flatMap((kind) => {
    const reader = readers[kind]
    const texts = files.filter(({ path, text }) => text !== undefined && sideFileKind(path) === kind)
    return texts
      .toReversed()
      .filter(({ text = '' }) => text.length <= maxSideFileCharacters)
      .map(({ text = '' }) => ({ ...reader?.read(text), source: reader?.source ?? 'None' }))
  })
}
