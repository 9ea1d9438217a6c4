import type { SortOrder } from '@earmark/contract/paging.ts'
import type { Correction } from '@earmark/contract/search.ts'
import { beginningErrors, fewestLetters, typingErrors } from '@earmark/contract/typing-errors.ts'
import type { Connection, Dialect } from '../engine/dialect.ts'
import type { IndexedTokens, Match, PagePart } from '../engine/full-text.ts'
import { anyOf, matchInName, type Misspellings, rankingTiers } from './ranking.ts'
import { namedKinds, type NamedKind } from './names.ts'
import { putNames } from './names.queries.ts'
import { insertWordForms, insertWords, listBeginnings, listWordsByForms } from './vocabulary.queries.ts'
import {
  isPlainWord,
  linkedTokens,
  mark,
  podcastToken,
  recordTokens,
  type SearchedRecord,
  type SearchTerms,
  searchTerms,
} from './tokens.ts'
import { beginningVariants, shortenedForms, typedForms } from './typing-errors.ts'

export type { SearchedRecord } from './tokens.ts'

/** A user's id is its `seq`. */
const indexes = {
  'audio-book': 'search_audio_books',
  podcast: 'search_podcasts',
  episode: 'search_episodes',
  creator: 'search_creators',
  series: 'search_series',
  user: 'search_users',
} as const

export type SearchKind = keyof typeof indexes

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

/** Per statement: bounds the time of FTS5's merges. */
const tokensAtOnce = 2_000
const wordsAtOnce = 1_000
const formsAtOnce = 5_000
const namesAtOnce = 200
const mostWordsWithErrors = 16
const mostMisspellings = 50
const mostCorrectionsTried = 4

/** Replaces a record's tokens, in the transaction that writes the record or renames one of its creators. */
export async function indexRecord(
  connection: Connection,
  dialect: Dialect,
  kind: SearchKind,
  id: number,
  record: SearchedRecord,
): Promise<void> {
  await indexRecords(connection, dialect, kind, [{ ...record, id }])
}

type IdentifiedRecord = SearchedRecord & { readonly id: number }

export async function indexRecords(
  connection: Connection,
  dialect: Dialect,
  kind: SearchKind,
  records: readonly IdentifiedRecord[],
): Promise<void> {
  for (const indexed of tokenBatches(records)) {
    await dialect.fullText.put(connection, indexes[kind], indexed)
    await learnWords(connection, dialect, new Set(indexed.flatMap(({ tokens }) => [...tokens])))
  }
  await putRecordNames(connection, dialect, kind, records)
}

/** As `indexRecords`, for records of which only what they are linked to, or who may see them, has changed. */
export async function indexNewCreators(
  connection: Connection,
  dialect: Dialect,
  kind: SearchKind,
  records: readonly IdentifiedRecord[],
): Promise<void> {
  for (const indexed of tokenBatches(records)) await dialect.fullText.put(connection, indexes[kind], indexed)
  await learnWords(connection, dialect, new Set(records.flatMap((record) => [...linkedTokens(record)])))
  await putRecordNames(connection, dialect, kind, records)
}

/** What `GET /search/suggestions` proposes: names of public records, and of creators the names behind a nickname, too. */
async function putRecordNames(
  connection: Connection,
  dialect: Dialect,
  kind: SearchKind,
  records: readonly IdentifiedRecord[],
): Promise<void> {
  if (!isNamed(kind)) return
  for (let start = 0; start < records.length; start += namesAtOnce) {
    const named = records.slice(start, start + namesAtOnce).map(({ id, name, creators = [], isHidden }) => {
      const others = kind === 'creator' ? [creators.filter((text) => text !== null).join(' ')] : []
      return { id, names: isHidden ? [] : [name, ...others] }
    })
    await putNames(connection, dialect, kind, named)
  }
}

function isNamed(kind: SearchKind): kind is NamedKind {
  return (namedKinds as readonly string[]).includes(kind)
}

function* tokenBatches(records: readonly IdentifiedRecord[]): Generator<IndexedTokens[], void> {
  let batch: IndexedTokens[] = []
  let count = 0
  for (const record of records) {
    const tokens = recordTokens(record)
    if (count > 0 && count + tokens.size > tokensAtOnce) {
      yield batch
      batch = []
      count = 0
    }
    batch.push({ id: record.id, tokens })
    count += tokens.size
  }
  if (batch.length > 0) yield batch
}

export async function removeFromIndex(
  connection: Connection,
  dialect: Dialect,
  kind: SearchKind,
  id: number | readonly number[],
): Promise<void> {
  const ids = [id].flat()
  for (let start = 0; start < ids.length; start += namesAtOnce) {
    const some = ids.slice(start, start + namesAtOnce)
    await dialect.fullText.remove(connection, indexes[kind], some)
    if (isNamed(kind))
      await putNames(
        connection,
        dialect,
        kind,
        some.map((id) => ({ id, names: [] })),
      )
  }
}

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

async function findMisspellings(
  connection: Connection,
  dialect: Dialect,
  terms: SearchTerms,
): Promise<Misspellings> {
  const typedWords = [...new Set(terms.words)].filter(isPlainWord).slice(0, mostWordsWithErrors)
  const forms = new Set(typedWords.flatMap((typed) => [...typedForms(typed)]))
  if (forms.size === 0) return new Map()
  const known = await listWordsByForms(connection, dialect, [...forms])
  return new Map(
    typedWords
      .map((typed): [string, string[]] => [typed, nearestWords(typed, known)])
      .filter(([, meant]) => meant.length > 0),
  )
}

/** Words that each of these may misspell; of the last one, which is still being typed, also beginnings of words. */
export async function findMeantWords(
  connection: Connection,
  dialect: Dialect,
  words: readonly string[],
): Promise<string[][]> {
  const forms = new Set(words.filter(isPlainWord).flatMap((word) => [...typedForms(word)]))
  const known = forms.size === 0 ? [] : await listWordsByForms(connection, dialect, [...forms])
  const last = words.at(-1) ?? ''
  const variants = isPlainWord(last) ? [...beginningVariants(last)] : []
  const beginnings = variants.length === 0 ? [] : await listBeginnings(connection, dialect, variants)
  const isLikely = (word: string) => word[0] === last[0]
  return words.map((word, place) => {
    if (!isPlainWord(word)) return []
    if (place < words.length - 1) return nearestWords(word, known)
    const meant = [...beginnings.filter(isLikely), ...beginnings.filter((one) => !isLikely(one))]
    return [...new Set([...nearestWords(word, known, errorsWhileTyping), ...meant])]
  })
}

function errorsWhileTyping(meant: string, typed: string): number | undefined {
  return typingErrors(meant, typed) ?? beginningErrors(meant, typed)
}

/** By errors, then by a common first letter. */
function nearestWords(typed: string, known: readonly string[], errorsOf = typingErrors): string[] {
  return known
    .filter((word) => !word.startsWith(typed))
    .map((word) => ({ word, errors: errorsOf(word, typed), begins: word[0] === typed[0] ? 0 : 1 }))
    .filter((candidate) => candidate.errors !== undefined)
    .toSorted(
      (one, other) =>
        (one.errors ?? 0) - (other.errors ?? 0) ||
        one.begins - other.begins ||
        (one.word < other.word ? -1 : 1),
    )
    .slice(0, mostMisspellings)
    .map((candidate) => candidate.word)
}

async function learnWords(connection: Connection, dialect: Dialect, tokens: Set<string>): Promise<void> {
  const words = [...tokens].filter((token) => token.length >= fewestLetters && isPlainWord(token))
  // A fixed order avoids deadlocks between nodes.
  words.sort()
  for (let start = 0; start < words.length; start += wordsAtOnce) {
    const learned = await insertWords(connection, dialect, words.slice(start, start + wordsAtOnce))
    const forms = learned.flatMap(({ id, word }) =>
      [...shortenedForms(word)].map((form): [string, number] => [form, id]),
    )
    for (let first = 0; first < forms.length; first += formsAtOnce)
      await insertWordForms(connection, dialect, forms.slice(first, first + formsAtOnce))
  }
}
