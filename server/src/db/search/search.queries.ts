import type { SortOrder } from '@earmark/contract/paging.ts'
import type { Connection, Dialect } from '../engine/dialect.ts'
import type { IndexedTokens, Match, PagePart } from '../engine/full-text.ts'
import { type Misspellings, rankingTiers } from './ranking.ts'
import { insertWordForms, insertWords, listWordsByForms } from './vocabulary.queries.ts'
import {
  creatorTokens,
  isPlainWord,
  mark,
  recordTokens,
  type SearchedRecord,
  type SearchTerms,
  searchTerms,
} from './tokens.ts'
import { fewestLetters, shortenedForms, typedForms, typingErrors } from './typing-errors.ts'

export type { SearchedRecord } from './tokens.ts'

/** A user's id is its `seq`. */
const indexes = {
  'audio-book': 'search_audio_books',
  podcast: 'search_podcasts',
  creator: 'search_creators',
  user: 'search_users',
} as const

export type SearchKind = keyof typeof indexes

/** What is searched; `includesHidden` for editors. */
export interface Searched {
  readonly kind: SearchKind
  readonly includesHidden?: boolean | undefined
}

type SearchedKind = SearchKind | Searched

const kindOf = (searched: SearchedKind): SearchKind =>
  typeof searched === 'string' ? searched : searched.kind

/** Per statement: bounds the time of FTS5's merges. */
const tokensAtOnce = 2_000
const wordsAtOnce = 1_000
const formsAtOnce = 5_000
const mostWordsWithErrors = 16
const mostMisspellings = 50

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
}

/** As `indexRecords`, for records of which only creators have changed. */
export async function indexNewCreators(
  connection: Connection,
  dialect: Dialect,
  kind: SearchKind,
  records: readonly IdentifiedRecord[],
): Promise<void> {
  for (const indexed of tokenBatches(records)) await dialect.fullText.put(connection, indexes[kind], indexed)
  await learnWords(connection, dialect, new Set(records.flatMap((record) => [...creatorTokens(record)])))
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
  id: number,
): Promise<void> {
  await dialect.fullText.remove(connection, indexes[kind], id)
}

export async function searchByRelevance(
  connection: Connection,
  dialect: Dialect,
  searched: SearchedKind,
  search: string,
  { offset, limit }: PagePart,
): Promise<{ ids: number[]; totalCount: number }> {
  const ranking = await rank(connection, dialect, searched, search)
  if (!ranking) return { ids: [], totalCount: 0 }
  const { fullText } = dialect
  const totalCount = await fullText.count(connection, indexes[kindOf(searched)], ranking.everything)
  const wanted = Math.max(0, Math.min(limit, totalCount - offset))

  const ids: number[] = []
  let skipped = 0
  for (const tier of ranking.tiers) {
    if (ids.length >= wanted) break
    const part = { offset: Math.max(0, offset - skipped), limit: wanted - ids.length }
    const found = await fullText.page(connection, indexes[kindOf(searched)], tier, part)
    ids.push(...found)
    if (found.length > 0) skipped = offset
    else if (part.offset > 0) skipped += await fullText.count(connection, indexes[kindOf(searched)], tier)
  }
  return { ids, totalCount }
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

/** @returns undefined for a search without visible characters */
async function rank(connection: Connection, dialect: Dialect, searched: SearchedKind, search: string) {
  const terms = searchTerms(search)
  if (terms.words.length + terms.exact.length === 0) return undefined
  const ranking = rankingTiers(terms, await findMisspellings(connection, dialect, terms))
  return mayHide(searched) ? publicOnly(ranking) : ranking
}

function mayHide(searched: SearchedKind): boolean {
  const kind = kindOf(searched)
  const includesHidden = typeof searched === 'object' && searched.includesHidden === true
  return (kind === 'audio-book' || kind === 'podcast') && !includesHidden
}

function publicOnly({ tiers, everything }: ReturnType<typeof rankingTiers>) {
  const withoutHidden = (match: Match): Match => ({ match, except: { token: mark.hidden } })
  return { tiers: tiers.map(withoutHidden), everything: withoutHidden(everything) }
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

/** By errors, then by a common first letter. */
function nearestWords(typed: string, known: readonly string[]): string[] {
  return known
    .filter((word) => !word.startsWith(typed))
    .map((word) => ({ word, errors: typingErrors(word, typed), begins: word[0] === typed[0] ? 0 : 1 }))
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
