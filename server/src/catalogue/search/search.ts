import {
  type Correction,
  maxFound,
  type SearchAllQuery,
  type SearchResult,
  type SuggestionKind,
} from '@earmark/contract/search.ts'
import type { Database } from '../../db/database.ts'
import type { PagePart } from '../../db/engine/full-text.ts'
import { type NamedKind, namedKinds } from '../../db/search/names.ts'
import { searchTerms } from '../../db/search/tokens.ts'
import {
  hasMatch,
  listCorrections,
  pageByRelevance,
  type Ranking,
  readRanking,
  type ReadRanking,
  type Searched,
} from '../../db/search/search.queries.ts'
import { listAudioBooks } from '../audio-books/audio-books.queries.ts'
import { listCreatorDetails } from '../creators/creator-details.queries.ts'
import { listFoundEpisodes } from '../podcasts/episodes.queries.ts'
import { listPodcasts } from '../podcasts/podcasts.queries.ts'
import { listSeries } from '../series/series.queries.ts'
import { listHidingPodcasts } from './search.queries.ts'

type SearchedDatabase = Pick<Database, 'connection' | 'dialect'>

/**
 * The best matches of each kind, or a page of those of one kind. Words that match nothing anywhere are left out where all
 * together find nothing.
 */
export async function searchAllKinds(db: SearchedDatabase, query: SearchAllQuery): Promise<SearchResult> {
  const { search } = query
  const kinds = await searchedKinds(db)
  const parts = partsOf(query)
  const find = async (words: string): Promise<FoundBy> => {
    const ranking = await readRanking(db.connection, db.dialect, words)
    return { words, ranking, found: await findIn(db, kinds, parts, ranking) }
  }
  const whole = await find(search)
  if (countOf(whole.found) > 0) return await resultOf(db, kinds, query, whole, [])
  const { known, ignored } = await sortWords(db, kinds, search)
  if (known.length === 0 || ignored.length === 0) return await resultOf(db, kinds, query, whole, [])
  return await resultOf(db, kinds, query, await find(known.join(' ')), ignored)
}

/** What is answered of each kind. */
function partsOf({ kind: asked, pageNumber = 1, pageSize = maxFound }: SearchAllQuery) {
  return (kind: NamedKind): PagePart => {
    if (asked === undefined) return { offset: 0, limit: maxFound }
    const offset = (pageNumber - 1) * pageSize
    return suggestionKindOf[kind] === asked ? { offset, limit: pageSize } : { offset: 0, limit: 0 }
  }
}

export const suggestionKindOf: Record<NamedKind, SuggestionKind> = {
  series: 'Series',
  creator: 'Creator',
  'audio-book': 'AudioBook',
  podcast: 'Podcast',
  episode: 'Episode',
}

/** What is searched in place of a kind, without what is not public. */
export async function searchedKinds({ connection }: SearchedDatabase): Promise<Map<NamedKind, Searched>> {
  const withoutPodcasts = await listHidingPodcasts(connection)
  return new Map(namedKinds.map((kind) => [kind, kind === 'episode' ? { kind, withoutPodcasts } : { kind }]))
}

type Found = ReadonlyMap<NamedKind, { readonly ids: number[]; readonly totalCount: number }>

async function findIn(
  { connection, dialect }: SearchedDatabase,
  kinds: ReadonlyMap<NamedKind, Searched>,
  partOf: (kind: NamedKind) => PagePart,
  ranking: Ranking | undefined,
): Promise<Found> {
  const found = new Map<NamedKind, { ids: number[]; totalCount: number }>()
  for (const [kind, searched] of ranking ? kinds : [])
    found.set(kind, await pageByRelevance(connection, dialect, searched, ranking as Ranking, partOf(kind)))
  return found
}

function countOf(found: Found): number {
  return [...found.values()].reduce((sum, { totalCount }) => sum + totalCount, 0)
}

/** The words of a search as they were typed, by whether any record of any kind has them. */
async function sortWords(
  { connection, dialect }: SearchedDatabase,
  kinds: ReadonlyMap<NamedKind, Searched>,
  search: string,
): Promise<{ known: string[]; ignored: string[] }> {
  const known: string[] = []
  const ignored: string[] = []
  for (const word of new Set(search.split(/\s+/u))) {
    const ranking = await readRanking(connection, dialect, word)
    if (!ranking) continue
    let isKnown = false
    for (const searched of kinds.values()) isKnown ||= await hasMatch(connection, dialect, searched, ranking)
    ;(isKnown ? known : ignored).push(word)
  }
  return { known, ignored }
}

interface FoundBy {
  readonly words: string
  readonly ranking: ReadRanking | undefined
  readonly found: Found
}

async function resultOf(
  db: SearchedDatabase,
  kinds: ReadonlyMap<NamedKind, Searched>,
  { kind: asked }: SearchAllQuery,
  { words, ranking, found }: FoundBy,
  ignored: string[],
): Promise<SearchResult> {
  const { connection, dialect } = db
  const isFound = ranking && countOf(found) > 0
  const corrected = isFound
    ? await listCorrections(connection, dialect, [...kinds.values()], words, ranking)
    : []
  const records = await readFound(db, (kind) => found.get(kind)?.ids ?? [])
  const best = asked === undefined ? bestKind(records, words, corrected) : undefined
  const of = <Item>(kind: NamedKind, items: Item[]) => ({
    items,
    totalCount: found.get(kind)?.totalCount ?? 0,
  })
  return {
    audioBooks: of('audio-book', records.audioBooks),
    podcasts: of('podcast', records.podcasts),
    episodes: of('episode', records.episodes),
    creators: of('creator', records.creators),
    series: of('series', records.series),
    ...(best && { best }),
    corrected,
    ignored,
  }
}

/** The kind with a record of exactly this name, the first of several; else series, if the name of the first has all words. */
function bestKind(
  { series, creators, audioBooks, podcasts, episodes }: Awaited<ReturnType<typeof readFound>>,
  words: string,
  corrected: readonly Correction[],
): SuggestionKind | undefined {
  const { wholeName } = searchTerms(words)
  const firsts = [
    ['Series', series[0]?.name],
    ['Creator', creators[0]?.nickname],
    ['AudioBook', audioBooks[0]?.name],
    ['Podcast', podcasts[0]?.name],
    ['Episode', episodes[0]?.name],
  ] as const
  const exact = firsts.find(([, name]) => name !== undefined && searchTerms(name).wholeName === wholeName)
  if (exact) return exact[0]
  return series[0] && hasWords(series[0].name, words, corrected) ? 'Series' : undefined
}

/** Whether words of a name begin with each of these words, or with what is found in place of it. */
function hasWords(name: string, words: string, corrected: readonly Correction[]): boolean {
  const ofName = tokensOf(name)
  return words.split(/\s+/u).every((word) => {
    const instead = corrected.find((correction) => correction.word === word)?.instead ?? []
    return [word, ...instead]
      .map(tokensOf)
      .some((tokens) => tokens.every((token) => ofName.some((other) => other.startsWith(token))))
  })
}

function tokensOf(text: string): string[] {
  const { words, exact } = searchTerms(text)
  return [...words, ...exact]
}

/** Records of any kinds, those of each in the order of its ids. */
export async function readFound(db: SearchedDatabase, idsOf: (kind: NamedKind) => readonly number[]) {
  const { connection } = db
  return {
    audioBooks: await listAudioBooks(connection, idsOf('audio-book')),
    podcasts: await listPodcasts(connection, idsOf('podcast')),
    episodes: await listFoundEpisodes(db, idsOf('episode')),
    creators: await listCreatorDetails(connection, idsOf('creator')),
    series: await listSeries(connection, idsOf('series')),
  }
}
