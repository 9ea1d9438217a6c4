import type { SortOrder } from '@earmark/contract/paging.ts'
import type { Correction } from '@earmark/contract/search.ts'
import type { Connection, Dialect } from '../engine/dialect.ts'
import type { Match, PagePart } from '../engine/full-text.ts'
import { indexes, type SearchKind } from './indexes.ts'
import { findMisspellings } from './misspellings.queries.ts'
import { anyOf, matchInName, type Misspellings, rankingTiers } from './ranking.ts'
import { mark, podcastToken, searchTerms } from './tokens.ts'

const mostCorrectionsTried = 4

/** What is searched; `includesHidden` for editors. */
export interface Searched {
  readonly kind: SearchKind
  readonly includesHidden?: boolean | undefined
  /** Only the episodes of this podcast. */
  readonly podcastId?: number | undefined
  /** Not the episodes of these podcasts. */
  readonly withoutPodcasts?: readonly number[] | undefined
}

type SearchedKind = SearchKind | Searched

const searchedOf = (searched: SearchedKind): Searched =>
  typeof searched === 'string' ? { kind: searched } : searched
const kindOf = (searched: SearchedKind): SearchKind => searchedOf(searched).kind

export async function searchByRelevance(
  connection: Connection,
  dialect: Dialect,
  searched: SearchedKind,
  search: string,
  part: PagePart,
): Promise<{ ids: number[]; totalCount: number }> {
  const ranking = await readRanking(connection, dialect, search)
  return ranking
    ? await pageByRelevance(connection, dialect, searched, ranking, part)
    : { ids: [], totalCount: 0 }
}

/** As `searchByRelevance`, for a search that goes over several kinds. */
export async function pageByRelevance(
  connection: Connection,
  { fullText }: Dialect,
  searched: SearchedKind,
  ranking: Ranking,
  { offset, limit }: PagePart,
): Promise<{ ids: number[]; totalCount: number }> {
  const { tiers, everything } = rankingWithin(searched, ranking)
  const totalCount = await fullText.count(connection, indexes[kindOf(searched)], everything)
  const wanted = Math.max(0, Math.min(limit, totalCount - offset))

  const ids: number[] = []
  let skipped = 0
  for (const tier of tiers) {
    if (ids.length >= wanted) break
    const part = { offset: Math.max(0, offset - skipped), limit: wanted - ids.length }
    const found = await fullText.page(connection, indexes[kindOf(searched)], tier, part)
    ids.push(...found)
    if (found.length > 0) skipped = offset
    else if (part.offset > 0) skipped += await fullText.count(connection, indexes[kindOf(searched)], tier)
  }
  return { ids, totalCount }
}

export async function hasMatch(
  connection: Connection,
  { fullText }: Dialect,
  searched: Searched,
  { everything }: Pick<Ranking, 'everything'>,
): Promise<boolean> {
  const match = matchWithin(searched, everything)
  return (await fullText.page(connection, indexes[searched.kind], match, { offset: 0, limit: 1 })).length > 0
}

/** Words of a search that no record of these kinds has, each with those that what is found has instead, the nearest first. */
export async function listCorrections(
  connection: Connection,
  dialect: Dialect,
  kinds: readonly Searched[],
  search: string,
  { everything, misspellings }: ReadRanking,
): Promise<Correction[]> {
  async function isAnywhere(match: Match): Promise<boolean> {
    for (const searched of kinds)
      if (await hasMatch(connection, dialect, searched, { everything: match })) return true
    return false
  }
  const corrections: Correction[] = []
  for (const word of new Set(search.trim().split(/\s+/u))) {
    const { words, exact } = searchTerms(word)
    const [token, ...others] = [...words, ...exact]
    const meant = (others.length === 0 && token !== undefined && misspellings.get(token)) || []
    if (token === undefined || meant.length === 0 || (await isAnywhere({ beginning: token }))) continue
    const instead: string[] = []
    for (const other of meant.slice(0, mostCorrectionsTried))
      if (await isAnywhere({ all: [everything, { token: other }] })) instead.push(other)
    if (instead.length > 0) corrections.push({ word, instead })
  }
  return corrections
}

/** Records whose names have all of these words, in any order, by id. */
export async function searchNames(
  connection: Connection,
  { fullText }: Dialect,
  searched: Searched,
  words: readonly string[],
  limit: number,
): Promise<number[]> {
  const match = matchWithin(searched, matchInName(words))
  return await fullText.page(connection, indexes[searched.kind], match, { offset: 0, limit })
}

export async function searchById(
  connection: Connection,
  dialect: Dialect,
  searched: SearchedKind,
  search: string,
  { offset, limit, sortOrder }: PagePart & { readonly sortOrder: SortOrder },
): Promise<{ ids: number[]; totalCount: number }> {
  const ranking = await rank(connection, dialect, searched, search)
  if (!ranking) return { ids: [], totalCount: 0 }
  const { fullText } = dialect
  const totalCount = await fullText.count(connection, indexes[kindOf(searched)], ranking.everything)
  const left = Math.max(0, Math.min(limit, totalCount - offset))
  const first = sortOrder === 'asc' ? offset : totalCount - offset - left
  const part = { offset: first, limit: left }
  const ids =
    left === 0 ? [] : await fullText.page(connection, indexes[kindOf(searched)], ranking.everything, part)
  return { ids: sortOrder === 'asc' ? ids : ids.reverse(), totalCount }
}

export async function searchMatches(
  connection: Connection,
  dialect: Dialect,
  searched: SearchedKind,
  search: string,
): Promise<number[]> {
  const ranking = await rank(connection, dialect, searched, search)
  return ranking ? dialect.fullText.all(connection, indexes[kindOf(searched)], ranking.everything) : []
}

/** All matches by relevance. */
export async function searchInOrder(
  connection: Connection,
  dialect: Dialect,
  searched: SearchedKind,
  search: string,
): Promise<number[]> {
  const ranking = await rank(connection, dialect, searched, search)
  const ids: number[] = []
  for (const tier of ranking?.tiers ?? [])
    for (const id of await dialect.fullText.all(connection, indexes[kindOf(searched)], tier)) ids.push(id)
  return ids
}

async function rank(connection: Connection, dialect: Dialect, searched: SearchedKind, search: string) {
  const ranking = await readRanking(connection, dialect, search)
  return ranking && rankingWithin(searched, ranking)
}

export type Ranking = ReturnType<typeof rankingTiers>
export type ReadRanking = Ranking & { readonly misspellings: Misspellings }

/** @returns undefined for a search without visible characters */
export async function readRanking(
  connection: Connection,
  dialect: Dialect,
  search: string,
): Promise<ReadRanking | undefined> {
  const terms = searchTerms(search)
  if (terms.words.length + terms.exact.length === 0) return undefined
  const misspellings = await findMisspellings(connection, dialect, terms)
  return { ...rankingTiers(terms, misspellings), misspellings }
}

const hidingKinds: readonly SearchKind[] = ['audio-book', 'podcast', 'episode']

function rankingWithin(searched: SearchedKind, { tiers, everything }: Ranking): Ranking {
  const within = (match: Match) => matchWithin(searched, match)
  return { tiers: tiers.map(within), everything: within(everything) }
}

function matchWithin(searched: SearchedKind, match: Match): Match {
  const { kind, includesHidden = false, podcastId, withoutPodcasts = [] } = searchedOf(searched)
  const mayHide = hidingKinds.includes(kind) && !includesHidden
  const excluded = [...(mayHide ? [mark.hidden] : []), ...withoutPodcasts.map(podcastToken)]
  const asked: Match = podcastId === undefined ? match : { all: [{ token: podcastToken(podcastId) }, match] }
  return excluded.length === 0 ? asked : { match: asked, except: anyOf(excluded.map((token) => ({ token }))) }
}
