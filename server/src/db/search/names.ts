import { nameWords } from './tokens.ts'

/**
 * A name is kept once for each of its words, turned so that this word comes first: "the map room", "map room" with
 * "the" behind a tab, "room" with "the map". What is typed is then the beginning of a term, whichever word of the name
 * it begins with, and terms of different names differ.
 */

export const namedKinds = ['series', 'creator', 'audio-book', 'podcast', 'episode'] as const
export type NamedKind = (typeof namedKinds)[number]

/** The first of a term: kind, and whether it begins with the first word of the name. */
const letters: Record<NamedKind, string> = {
  series: 's',
  creator: 'c',
  'audio-book': 'a',
  podcast: 'p',
  episode: 'e',
}

const maxTurns = 8
const maxTermLetters = 80
const afterTurn = '\t'
/** Sorts behind every term that begins with what stands before it. */
const last = '\u{10ffff}'

export type Place = 'first word' | 'other word'

/** The range of the terms that begin with a phrase. */
export interface TermRange {
  readonly from: string
  readonly to: string
}

export function phraseOf(search: string): string {
  return nameWords(search).join(' ')
}

export function termRange(kind: NamedKind, place: Place, phrase: string): TermRange {
  const from = startOf(kind, place) + phrase
  return { from, to: from + last }
}

/** What is left of a range behind one of its terms. */
export function rangeAfter({ to }: TermRange, term: string): TermRange {
  return { from: `${term}\u0001`, to }
}

/** Whether the name as a whole is the phrase. */
export function isWholeName(term: string, phrase: string): boolean {
  return term.slice(2) === phrase && term[1] === placeMarks['first word']
}

/** @param phrase of a name (`phraseOf`) */
export function nameTerms(kind: NamedKind, phrase: string): Set<string> {
  const words = phrase.split(' ').filter((word) => word !== '')
  const turns = words.slice(0, maxTurns).map((_word, place) => {
    const [before, after] = [words.slice(0, place).join(' '), words.slice(place).join(' ')]
    return place === 0
      ? startOf(kind, 'first word') + after
      : `${startOf(kind, 'other word')}${after}${afterTurn}${before}`
  })
  return new Set(turns.map((term) => Array.from(term).slice(0, maxTermLetters).join('')))
}

const placeMarks: Record<Place, string> = { 'first word': '0', 'other word': '1' }

function startOf(kind: NamedKind, place: Place): string {
  return letters[kind] + placeMarks[place]
}
