import { plainNumber } from './book-tags.ts'
import { foldName } from './file-names.ts'
import { splitNames } from './people-names.ts'

/** What the name of a book's folder, or of its file, says. */
export interface TitleWords {
  readonly title: string
  readonly subtitle: string | null
  readonly narrators: readonly string[]
  readonly series: string | null
  readonly sequence: string | null
  readonly year: number | null
}

interface Surroundings {
  /** The folder's series. */
  readonly series: string | null
  /** Authors by folder and tags. */
  readonly authors: readonly string[]
}

const numberWords =
  'books?|bk\\.?|vol(?:ume)?\\.?|band|bd\\.?|buch|folge|episode|ep\\.?|teil|part|no\\.?|nr\\.?|#'
const sequence = String.raw`(\d{1,4}(?:\.\d+)?(?:\s*[-–]\s*\d{1,4}(?:\.\d+)?)?[a-z]?)`
const wordNumber = new RegExp(`^(?:${numberWords})\\s*#?\\s*${sequence}$`, 'iu')
const bareNumber = new RegExp(`^${sequence}$`, 'iu')
const numbered = new RegExp(String.raw`^(\d{1,4}(?:\.\d+)?)\.\s+(\S.*)$`, 'u')
const yearForm = /^(1[4-9]\d\d|20\d\d)$/u

const readerAtEnd = /\s*\{([^{}]+)\}\s*$/u
const readByBefore = /^\s*(?:read|narrated) by\s+/iu
const readBy = /\s*[([](?:read|narrated) by ([^()[\]]+)[)\]]\s*/iu
const abridged = /\s*[([]\s*(?:un)?abridged\s*[)\]]\s*|\s*[([]\s*(?:un)?gek(?:ü|ue?)rzt\s*[)\]]\s*/giu
const abridgedPart = /^(?:(?:un)?abridged|(?:un)?gek(?:ü|ue?)rzt)$/iu
const identifier = /\s*[([]\s*(?=[A-Z0-9]*\d)[A-Z0-9]{10}\s*[)\]]\s*|(?:^|\s)B0[A-Z0-9]{8}(?=\s|$)/gu
/** No reader: an ASIN or an ISBN. */
const bracedIdentifier =
  /\s*\{\s*(?:(?:ASIN|asin|ISBN|isbn)[-:=\s]*)?(?:(?=[A-Z0-9]*\d)[A-Z0-9]{10}|97[89][-\d]{10,14})\s*\}\s*/gu
const seriesInBrackets = new RegExp(
  String.raw`\s*[([]([^()[\]]+?)(?:,\s*(?:${numberWords})\s*#?\s*|\s+(?:${numberWords})\s*#?\s*|\s*#\s*)${sequence}[)\]]\s*`,
  'iu',
)
const numberInBrackets = new RegExp(String.raw`\s*[([](?:${numberWords})\s*#?\s*${sequence}[)\]]\s*`, 'iu')
const yearInBrackets = /\s*[([](1[4-9]\d\d|20\d\d)[)\]]\s*/u
const dash = /\s+[-–—]\s+/u

/** Rules of a title folder, in their order. */
export function readTitle(name: string, around: Surroundings): TitleWords {
  const taker = new Taker(name)
  taker.drop(bracedIdentifier)
  const firstReaders = taker.take(readerAtEnd) ?? taker.take(readBy)
  taker.drop(abridged)
  taker.drop(identifier)
  const bracketed = taker.takeAll(seriesInBrackets)
  const bracketedNumber = taker.take(numberInBrackets)
  const bracketedYear = taker.take(yearInBrackets)
  // They may stand before what was in brackets.
  const readers = firstReaders ?? taker.take(readerAtEnd)
  const words = readParts(taker.rest.split(dash), around)
  const [series, number] = bracketed ?? []
  const given = number ?? bracketedNumber ?? words.sequence
  return {
    title: words.title || taker.rest.trim() || name,
    subtitle: words.subtitle,
    narrators: readers === null ? [] : splitNames(readers.replace(readByBefore, '')),
    series: series ?? null,
    sequence: given === null ? null : plainNumber(given),
    year: bracketedYear === null ? words.year : Number(bracketedYear),
  }
}

class Taker {
  rest: string

  constructor(text: string) {
    this.rest = text.trim()
  }

  takeAll(form: RegExp): string[] | null {
    const found = form.exec(this.rest)
    if (!found || this.#without(form) === '') return null
    this.rest = this.#without(form)
    return found.slice(1).map((group) => (group ?? '').trim())
  }

  take(form: RegExp): string | null {
    return this.takeAll(form)?.[0] ?? null
  }

  drop(form: RegExp): void {
    const rest = this.#without(form)
    if (rest !== '') this.rest = rest
  }

  #without(form: RegExp): string {
    return this.rest
      .replace(form, ' ')
      .replace(/\s+/gu, ' ')
      .replace(/^\s*(?:[-–—]\s+)+|(?:\s+[-–—])+\s*$/gu, '')
      .replace(/(\s[-–—])(?:\s[-–—])+(?=\s)/gu, '$1')
      .trim()
  }
}

interface PartWords {
  readonly title: string
  readonly subtitle: string | null
  readonly sequence: string | null
  readonly year: number | null
}

/** At least one part is the title. */
function readParts(given: readonly string[], { series, authors }: Surroundings): PartWords {
  let parts = given.map((part) => part.trim()).filter((part) => part !== '')
  const names = new Set(authors.map(foldName))
  const isAuthor = (part: string) => {
    const people = splitNames(part)
    return people.length > 0 && people.every((name) => names.has(foldName(name)))
  }
  parts = dropOne(parts, (part) => abridgedPart.test(part))
  parts = dropOne(parts, isAuthor)
  let number: string | null = null
  if (series !== null && parts.length > 1) {
    const place = parts.findIndex((part) => seriesAgain(part, series) !== undefined)
    const others = parts.filter((_, index) => index !== place)
    number = (place >= 0 && seriesAgain(parts[place] as string, series)) || null
    // A book may be called as its series is.
    if (number !== null || !others.every(isNumber)) parts = others
  }
  return readNumbers(parts, { isInSeries: series !== null, number })
}

function isNumber(part: string): boolean {
  return [wordNumber, bareNumber, yearForm].some((form) => form.test(part))
}

function dropOne(parts: string[], isDropped: (part: string) => boolean): string[] {
  const place = parts.length > 1 ? parts.findIndex(isDropped) : -1
  return place >= 0 ? parts.toSpliced(place, 1) : parts
}

/** The number behind the series' name, empty for none; undefined for another part. */
function seriesAgain(part: string, series: string): string | undefined {
  if (foldName(part) === foldName(series)) return ''
  const form = new RegExp(String.raw`^(.+?)(?:,?\s*(?:${numberWords})?\s*[[(#]?\s*)${sequence}[\])]?$`, 'iu')
  const [, name, number] = form.exec(part) ?? []
  return name !== undefined && foldName(name) === foldName(series) ? number : undefined
}

interface Numbers {
  readonly isInSeries: boolean
  readonly number: string | null
}

/** Up to two parts: a number with a word, a year, and in a series a bare number. */
function readNumbers(given: readonly string[], { isInSeries, number }: Numbers): PartWords {
  let parts = [...given]
  let [sequenceText, year]: [string | null, number | null] = [number, null]
  const isTwice = isInSeries && parts.filter((part) => yearForm.test(part)).length > 1
  for (let taken = 0; taken < 2 && parts.length > 1; taken += 1) {
    const place = parts.findIndex((part, index) => kindOf(part, index) !== null)
    if (place < 0) break
    const part = parts[place] as string
    const kind = kindOf(part, place)
    if (kind === 'year') year = Number(part)
    else sequenceText = (kind === 'word' ? wordNumber.exec(part)?.[1] : part) ?? null
    parts = parts.toSpliced(place, 1)
  }
  if (sequenceText === null && isInSeries) {
    const [, first, rest] = numbered.exec(parts[0] ?? '') ?? []
    if (first !== undefined && rest !== undefined) {
      sequenceText = first
      parts = [rest, ...parts.slice(1)]
    }
  }
  const [title = '', ...others] = parts
  return { title, subtitle: others.join(' - ') || null, sequence: sequenceText, year }

  function kindOf(part: string, index: number): 'word' | 'year' | 'bare' | null {
    if (sequenceText === null && wordNumber.test(part)) return 'word'
    const isFirstOfTwo = isTwice && sequenceText === null && index === 0
    if (year === null && yearForm.test(part) && !isFirstOfTwo) return 'year'
    return sequenceText === null && isInSeries && bareNumber.test(part) ? 'bare' : null
  }
}
