import { foldName } from './file-names.ts'
import { distinctNames, splitNames } from './people-names.ts'
import type { FileTags } from './plan-input.ts'

/** What the tags of a book's files say together. */
export interface TagWords {
  readonly title: string | null
  readonly subtitle: string | null
  readonly authors: readonly string[]
  /** Those of the authors' tag, narrators among them. */
  readonly artists: readonly string[]
  readonly narrators: readonly string[]
  readonly series: SeriesPlace | null
  readonly year: number | null
  readonly language: string | null
  readonly publisher: string | null
  readonly description: string | null
}

export interface SeriesPlace {
  readonly name: string
  readonly sequence: string | null
}

const agreement = 0.9

const sayNothing =
  /^(?:unknown(?: (?:album|artist|title|author|genre))?|(?:unbekannt\p{L}*)(?: \p{L}+)?|various(?: (?:artists|authors|narrators|readers))?|verschiedene(?: (?:interpreten|autoren|sprecher))?|audio ?books?|horbuch(?:er)?|(?:track|titel|chapter|kapitel|title|untitled|audiotrack|file) ?\d*|no (?:title|artist)|none|n\/a|-)$/u

export function saysSomething(text: string | undefined): text is string {
  if (text === undefined) return false
  const folded = foldName(text)
  return folded !== '' && !sayNothing.test(folded)
}

/** What nine in ten of the files that have a value say. */
function agreed(files: readonly FileTags[], read: (tags: FileTags) => string | undefined): string | null {
  const given = new Map<string, number>()
  for (const tags of files) {
    const value = read(tags)
    if (value !== undefined) given.set(value, (given.get(value) ?? 0) + 1)
  }
  const counts = new Map<string, { value: string; count: number }>()
  let all = 0
  for (const [value, count] of given) {
    const folded = foldName(value)
    if (folded === '') continue
    const known = counts.get(folded)
    counts.set(folded, { value: known?.value ?? value.trim(), count: count + (known?.count ?? 0) })
    all += count
  }
  for (const { value, count } of counts.values())
    if (count >= agreement * all) return saysSomething(value) ? value : null
  return null
}

/** In the order of the files; the title of a single one is that of its book. */
export function readBookTags(
  files: readonly FileTags[],
  { isSingle = files.length === 1 }: { isSingle?: boolean } = {},
): TagWords {
  const text = (name: TextTag) => agreed(files, (tags) => tags[name])
  const albumArtists = namesIn(text('albumArtist'))
  const artists = albumArtists.length > 0 ? albumArtists : namesIn(text('artist'))
  const composers = without(namesIn(text('composer')), artists)
  const narratorTag = namesIn(text('narrator'))
  const narrators = narratorTag.length > 0 ? narratorTag : composers
  const title = text('album') ?? (isSingle ? text('title') : null)
  return {
    title,
    subtitle: text('subtitle'),
    authors: without(artists, narrators),
    artists,
    narrators,
    series: readSeries(files),
    year: firstYear(text('year')),
    language: text('language'),
    publisher: text('publisher'),
    description: text('description'),
  }
}

type TextTag = {
  [Name in keyof FileTags]-?: NonNullable<FileTags[Name]> extends string ? Name : never
}[keyof FileTags]

function namesIn(text: string | null): string[] {
  return text === null ? [] : splitNames(text).filter(saysSomething)
}

export function without(names: readonly string[], others: readonly string[]): string[] {
  const folded = new Set(others.map(foldName))
  return distinctNames(names.filter((name) => !folded.has(foldName(name))))
}

function readSeries(files: readonly FileTags[]): SeriesPlace | null {
  const text = (name: TextTag) => agreed(files, (tags) => tags[name])
  const [series, movement, grouping] = [text('series'), text('movementName'), text('grouping')]
  if (series !== null) return placeOf(series, text('seriesPart'))
  if (movement !== null) return placeOf(movement, text('movementIndex'))
  return grouping === null ? null : readSeriesText(grouping)
}

function placeOf(name: string, part: string | null): SeriesPlace {
  const within = part === null ? readSeriesText(name) : null
  return within ?? { name, sequence: part === null ? null : plainNumber(part) }
}

const sequenceNumber = String.raw`(\d{1,4}(?:\.\d+)?(?:\s*[-–]\s*\d{1,4}(?:\.\d+)?)?[a-z]?)`
const seriesForm = new RegExp(
  String.raw`^(.+?)\s*(?:#\s*|,\s*(?:book|bk\.?|vol\.?|volume|band|bd\.?|buch|teil|part|folge|episode|no\.?|nr\.?)\s*#?\s*)${sequenceNumber}$`,
  'iu',
)

/** `Name #3` and `Name, Book 3`. */
export function readSeriesText(text: string): SeriesPlace | null {
  const [, name, number] = seriesForm.exec(text.trim()) ?? []
  return name === undefined || number === undefined
    ? null
    : { name: name.trim(), sequence: plainNumber(number) }
}

/** Without zeros in front, of each number of it; `3/12` is 3. */
export function plainNumber(text: string): string {
  return text
    .trim()
    .replace(/\s*\/\s*\d+$/, '')
    .replace(/(?<![\d.])0+(?=\d)/g, '')
}

/** The first four digits. Without a year programs write 0000, and Calibre 0101. */
export function firstYear(text: string | null): number | null {
  const digits = text === null ? undefined : /[1-9]\d{3}/.exec(text)?.[0]
  return digits === undefined ? null : Number(digits)
}
