import { firstYear, plainNumber, readSeriesText, type SeriesPlace } from './book-tags.ts'
import { distinctNames, splitNames } from './people-names.ts'
import { attributesOf, nodesNamed, parseXml, plainText, textIn, type XmlNode } from './side-xml.ts'

/** What a file beside the sound says; what it does not say is absent. */
export interface SideWords {
  readonly title?: string
  readonly subtitle?: string
  readonly authors?: readonly string[]
  readonly narrators?: readonly string[]
  /** The first is the book's own. */
  readonly series?: readonly SeriesPlace[]
  readonly year?: number
  readonly language?: string
  readonly publisher?: string
  readonly description?: string
}

/** Larger ones are not read. */
export const maxSideFileCharacters = 1024 ** 2

type Loose = { readonly [Name in keyof SideWords]-?: SideWords[Name] | null | undefined }

/** Without what is empty. */
function wordsOf(loose: Partial<Loose>): SideWords {
  const said = Object.entries(loose).filter(([, value]) => {
    return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== ''
  })
  return Object.fromEntries(said)
}

export function readDescription(text: string): SideWords {
  return wordsOf({ description: text.replace(/^\ufeff/, '').trim() })
}

export function readReaders(text: string): SideWords {
  return wordsOf({ narrators: splitNames(text.replace(/^\ufeff/, '')) })
}

/** The metadata of Audiobookshelf, in its newer flat form and the older one with `metadata`. */
export function readMetadataJson(text: string): SideWords {
  const json = objectOf(parseJson(text))
  const data = objectOf(json['metadata']) === empty ? json : objectOf(json['metadata'])
  return wordsOf({
    title: textOf(data['title']),
    subtitle: textOf(data['subtitle']),
    authors: namesOf(data['authors']),
    narrators: namesOf(data['narrators']),
    series: listOf(data['series']).flatMap(seriesOf),
    year: firstYear(textOf(data['publishedYear']) ?? textOf(data['publishedDate'])),
    language: textOf(data['language']),
    publisher: textOf(data['publisher']),
    description: plainText(textOf(data['description']) ?? ''),
  })
}

const empty: Readonly<Record<string, unknown>> = {}

/** The parser of JSON is one of the engine's, which bounds its own depth. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown
  } catch {
    return null
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Readonly<Record<string, unknown>>) : empty
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** Taken whole. */
function namesOf(value: unknown): string[] {
  return distinctNames(listOf(value).flatMap((one) => textOf(one) ?? textOf(objectOf(one)['name']) ?? []))
}

function seriesOf(value: unknown): SeriesPlace[] {
  const name = textOf(objectOf(value)['name'])
  const number = textOf(objectOf(value)['sequence'])
  if (name !== null) return [{ name, sequence: number === null ? null : plainNumber(number) }]
  const text = textOf(value)
  if (text === null) return []
  const [, before, behind] = /^(.*\S)\s+#\s*(\S+)$/u.exec(text) ?? []
  if (before === undefined || behind === undefined) return [{ name: text, sequence: null }]
  return [{ name: before, sequence: plainNumber(behind) }]
}

/** The package document of an EPUB (OPF 2 and 3) as Calibre writes it. */
export function readOpf(text: string): SideWords {
  const root = parseXml(text)
  if (!root) return {}
  const metas = nodesNamed(root, 'meta')
  const people = [
    ...nodesNamed(root, 'creator').map((node) => ({ node, role: roleOf(node, metas) ?? 'aut' })),
    ...nodesNamed(root, 'contributor').map((node) => ({ node, role: roleOf(node, metas) })),
  ]
  const withRole = (wanted: string) =>
    distinctNames(people.flatMap(({ node, role }) => (role === wanted ? [textIn(node)] : [])))
  const titles = nodesNamed(root, 'title')
  const isSubtitle = (node: XmlNode) => refined(node, metas, 'title-type') === 'subtitle'
  return wordsOf({
    title: textIn(titles.find((node) => !isSubtitle(node))),
    subtitle: textIn(titles.find(isSubtitle) ?? nodesNamed(root, 'subtitle')[0]),
    authors: withRole('aut'),
    narrators: withRole('nrt'),
    series: opfSeries(metas),
    year: firstYear(textIn(nodesNamed(root, 'date')[0])),
    language: textIn(nodesNamed(root, 'language')[0]),
    publisher: textIn(nodesNamed(root, 'publisher')[0]),
    description: plainText(textIn(nodesNamed(root, 'description')[0])),
  })
}

/** A creator without one is an author. */
function roleOf(node: XmlNode, metas: readonly XmlNode[]): string | undefined {
  return (attributesOf(node)['role'] ?? refined(node, metas, 'role'))?.toLowerCase()
}

/** A property of OPF 3: `<meta refines="#id" property="role">`. */
function refined(node: XmlNode, metas: readonly XmlNode[], property: string): string | undefined {
  const { id } = attributesOf(node)
  if (id === undefined) return undefined
  const meta = metas.find((one) => {
    const { refines, property: name } = attributesOf(one)
    return refines === `#${id}` && name === property
  })
  return meta && textIn(meta)
}

function opfSeries(metas: readonly XmlNode[]): SeriesPlace[] {
  const content = (name: string) => metas.find((meta) => attributesOf(meta)['name'] === name)
  const calibre = attributesOf(content('calibre:series'))['content']?.trim()
  if (calibre) {
    const index = attributesOf(content('calibre:series_index'))['content']?.trim()
    return [{ name: calibre, sequence: index ? wholeNumber(index) : null }]
  }
  const collection = metas.find((meta) => attributesOf(meta)['property'] === 'belongs-to-collection')
  const name = textIn(collection)
  const position = collection && refined(collection, metas, 'group-position')
  return name === '' ? [] : [{ name, sequence: position ? wholeNumber(position) : null }]
}

/** Calibre writes `3.0` for 3. */
function wholeNumber(text: string): string {
  return plainNumber(text).replace(/\.0+$/, '')
}

/** Either XML, as media centres write it, or lines such as `Author: …`. */
export function readNfo(text: string): SideWords {
  return /^\ufeff?\s*</u.test(text) ? readXmlNfo(text) : readLineNfo(text)
}

function readXmlNfo(text: string): SideWords {
  const root = parseXml(text)
  if (!root) return {}
  const texts = (...names: string[]) => names.flatMap((name) => nodesNamed(root, name).map(textIn))
  const first = (...names: string[]) => texts(...names).find((value) => value !== '')
  const [series] = nodesNamed(root, 'series')
  const seriesName = series && textIn(nodesNamed(series, 'name')[0] ?? series)
  const place = first('seriespart', 'series_part', 'volume', 'sequence')
  return wordsOf({
    title: first('title', 'name'),
    subtitle: first('subtitle'),
    authors: distinctNames(texts('author', 'artist', 'albumartist').flatMap(splitNames)),
    narrators: distinctNames(texts('narrator', 'reader').flatMap(splitNames)),
    series: seriesName ? [withNumber(seriesName, place)] : [],
    year: firstYear(first('year', 'releasedate', 'premiered') ?? null),
    language: first('language'),
    publisher: first('publisher', 'label'),
    description: plainText(first('plot', 'description', 'review', 'outline') ?? ''),
  })
}

function withNumber(name: string, number: string | undefined): SeriesPlace {
  if (number) return { name, sequence: plainNumber(number) }
  return readSeriesText(name) ?? { name, sequence: null }
}

const line = /^\s*([\p{L} ]{3,30}?)\s*[.]*:\s*(\S.*)$/u
const describing = /^\s*(?:book )?description\s*:?\s*$/iu

function readLineNfo(text: string): SideWords {
  const lines = text.split(/\r\n?|\n/u)
  const said = new Map<string, string>()
  for (const each of lines) {
    const [, key, value] = line.exec(each) ?? []
    if (key !== undefined && value !== undefined && !said.has(key.toLowerCase()))
      said.set(key.toLowerCase(), value.trim())
  }
  const first = (...keys: string[]) => keys.map((key) => said.get(key)).find((value) => value !== undefined)
  const series = first('series', 'series name')
  const heading = lines.findIndex((each) => describing.test(each))
  const below = lines.slice(heading + 1).filter((each) => !/^\s*[=\-_*]{3,}\s*$/u.test(each))
  return wordsOf({
    title: first('title', 'book title'),
    subtitle: first('subtitle'),
    authors: splitNames(first('author', 'authors', 'written by') ?? ''),
    narrators: splitNames(first('narrator', 'narrators', 'narrated by', 'read by', 'reader') ?? ''),
    series: series ? [withNumber(series, first('position in series', 'series position', 'book'))] : [],
    year: firstYear(first('year', 'copyright', 'audiobook copyright', 'release date', 'published') ?? null),
    language: first('language'),
    publisher: first('publisher'),
    description: heading >= 0 ? below.join('\n').trim() : first('description'),
  })
}
