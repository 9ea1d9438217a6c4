import type { Match } from '../engine/full-text.ts'
import { mark, type SearchTerms } from './tokens.ts'

export type Misspellings = ReadonlyMap<string, readonly string[]>

interface Place {
  readonly marks: readonly string[]
}

const anywhere: Place = { marks: [''] }
const inName: Place = { marks: [mark.name] }
const inHead: Place = { marks: [mark.name, mark.creators] }

type Looseness = 'exact' | 'beginning' | 'misspelt'

/** Disjoint tiers of matches, best first. The last of `matches` contains all of them. */
export function rankingTiers(
  terms: SearchTerms,
  misspellings: Misspellings,
): { tiers: Match[]; everything: Match } {
  const found = (place: Place, looseness: Looseness) => allTerms(terms, misspellings, place, looseness)
  const exactInName = found(inName, 'exact')
  const nested: Match[] = [
    { all: [{ token: terms.wholeName }, exactInName] },
    { all: [{ beginning: terms.wholeName }, exactInName] },
    exactInName,
    found(inName, 'beginning'),
    found(inHead, 'beginning'),
    found(anywhere, 'beginning'),
  ]
  const wellSpelt = found(anywhere, 'beginning')
  const tiers = nested.map((match, place) => without(match, nested[place - 1]))
  if (misspellings.size === 0) return { tiers, everything: wellSpelt }

  const misspeltHead = found(inHead, 'misspelt')
  const misspelt = found(anywhere, 'misspelt')
  tiers.push(without(misspeltHead, wellSpelt), without(misspelt, { any: [wellSpelt, misspeltHead] }))
  return { tiers, everything: misspelt }
}

/** All words in names, in any order; the last of them may go on. */
export function matchInName(words: readonly string[]): Match {
  return {
    all: words.map((word, place) =>
      place === words.length - 1 ? { beginning: mark.name + word } : { token: mark.name + word },
    ),
  }
}

function without(match: Match, except: Match | undefined): Match {
  return except ? { match, except } : match
}

function allTerms(terms: SearchTerms, misspellings: Misspellings, place: Place, looseness: Looseness): Match {
  const words = [...new Set(terms.words)].map((word) => {
    const meant = looseness === 'misspelt' ? (misspellings.get(word) ?? []) : []
    return anyOf(
      place.marks.flatMap((before) => [
        looseness === 'exact' ? { token: before + word } : { beginning: before + word },
        ...meant.map((other) => ({ token: before + other })),
      ]),
    )
  })
  const exact = [...new Set(terms.exact)].map((token) =>
    anyOf(place.marks.map((before) => ({ token: before + token }))),
  )
  return { all: [...words, ...exact] }
}

export function anyOf(alternatives: Match[]): Match {
  const [first] = alternatives
  return first && alternatives.length === 1 ? first : { any: alternatives }
}
