import { maxCredits } from '@earmark/contract/limits.ts'
import type { NewCredit } from '@earmark/contract/credit-edits.ts'
import { foldText } from '@earmark/contract/fold.ts'
import { catalogueValue } from '@earmark/contract/planner/field-values.ts'
import { type BookValues, type FieldName, fieldNames } from '@earmark/contract/planner/plan-input.ts'
import type { PlannedBook } from '@earmark/contract/planner/plan-output.ts'
import { maxSeriesOfBook } from '@earmark/contract/record-forms.ts'
import type { CoreDeps } from '../../deps.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { ChangedScope } from '../../db/engine/scopes.ts'
import { indexRecord } from '../../db/search/index-records.queries.ts'
import {
  listSeriesParts,
  type NewSeriesPart,
  replaceSeriesParts,
} from '../audio-books/series-parts.queries.ts'
import { listScopesCounting } from '../creators/creator-details.queries.ts'
import { reindexCreators } from '../creators/creators.service.ts'
import { insertCreator } from '../creators/creators.queries.ts'
import { listCredits, replaceCredits } from '../creators/credits.queries.ts'
import { type PreparedTokens, reindexRecords } from '../creators/linked-records.ts'
import { insertSeries } from '../series/series.queries.ts'
import {
  findSeriesIdByName,
  listCreatorIdsByName,
  updateValueColumns,
  type ValueColumns,
} from './write-book-values.queries.ts'

export interface WritingDeps extends Pick<CoreDeps, 'clock'> {
  readonly db: Pick<CoreDeps['db'], 'dialect'>
}

/** What is absent stays as it is. */
export interface NewBookValues extends Partial<BookValues> {
  /** All further series, in their order. */
  readonly moreSeries?: PlannedBook['moreSeries'] | undefined
}

/**
 * Writes plain values, as files and reviews have them, to an audio book: a new one, too, whose row is there. People and
 * series are those of the same folded name, of several the one with the lowest id, or new ones; other credits stay. Locks
 * are not asked for: `listHandFields` tells what is to be left out. The transaction is one of `changeCatalogue` that
 * changes audio books.
 *
 * @param prepared tokens of its new texts, made before the transaction
 * @returns what it has changed, for `alsoChanged`
 */
export async function writeBookValues(
  transaction: Connection,
  deps: WritingDeps,
  audioBookId: number,
  values: NewBookValues,
  prepared?: PreparedTokens,
): Promise<ChangedScope[]> {
  const scopes = await writeUnindexedValues(transaction, deps, audioBookId, values)
  const record = { kind: 'audio-book' as const, ids: [audioBookId] }
  await reindexRecords(transaction, deps.db.dialect, record, prepared)
  return scopes
}

/** As `writeBookValues`, of a book that the caller makes findable afterwards, such as one that `createRecord` adds. */
export async function writeUnindexedValues(
  transaction: Connection,
  deps: WritingDeps,
  audioBookId: number,
  { moreSeries, ...given }: NewBookValues,
): Promise<ChangedScope[]> {
  const values = keptValues(given)
  await updateValueColumns(transaction, audioBookId, columnsOf(values), deps.clock())
  return [
    `audio-books/${audioBookId}`,
    ...(await writePeople(transaction, deps, audioBookId, values)),
    ...(await writeSeries(transaction, deps, audioBookId, { ...values, moreSeries })),
  ]
}

/** Names that two or more creators have; who is meant by them nobody can tell. */
export async function listAmbiguousNames(
  connection: Connection,
  names: readonly string[],
): Promise<string[]> {
  const ids = await listCreatorIdsByName(connection, names)
  return names.filter((name) => (ids.get(foldText(name))?.length ?? 0) > 1)
}

/** The values as the catalogue keeps them, by name. */
type KeptValues = Partial<{
  -readonly [Name in FieldName]: Name extends 'authors' | 'narrators'
    ? readonly string[]
    : Name extends 'publishedYear'
      ? number | null
      : string | null
}>

function keptValues(given: Partial<BookValues>): KeptValues {
  const kept: [FieldName, unknown][] = []
  for (const field of fieldNames) {
    const value = given[field]
    if (value !== undefined) kept.push([field, catalogueValue(field, value)])
  }
  return Object.fromEntries(kept) as KeptValues
}

/** A book keeps its title where a file has none. */
function columnsOf({ title, subtitle, publishedYear, language, publisher, description }: KeptValues) {
  const columns: ValueColumns = {}
  if (title) Object.assign(columns, { name: title, name_sort: foldText(title) })
  if (subtitle !== undefined) columns.subtitle = subtitle
  if (publishedYear !== undefined) columns.published_year = publishedYear
  if (language !== undefined) columns.language = language
  if (publisher !== undefined) columns.publisher = publisher
  if (description !== undefined) columns.description = description
  return columns
}

async function writePeople(
  transaction: Connection,
  deps: WritingDeps,
  audioBookId: number,
  { authors, narrators }: KeptValues,
): Promise<ChangedScope[]> {
  if (!authors && !narrators) return []
  const record = { kind: 'audio-book', id: audioBookId } as const
  const { ids, isAnyNew } = await requireCreators(transaction, deps, [
    ...(authors ?? []),
    ...(narrators ?? []),
  ])
  const idsOf = (names: readonly string[]) => names.flatMap((name) => ids.get(foldText(name)) ?? [])
  const present = await listCredits(transaction, record)
  let credits = present
  if (authors) credits = withRole(credits, 'Author', idsOf(authors))
  if (narrators) credits = withRole(credits, 'Reader', idsOf(narrators))
  if (JSON.stringify(credits) === JSON.stringify(present)) return []
  const before = present.length === 0 ? [] : await listScopesCounting(transaction, record)
  await replaceCredits(transaction, record, credits)
  const after = await listScopesCounting(transaction, record)
  return [...before, ...after, ...(isAnyNew ? (['creators/+'] as const) : [])]
}

/** Puts creators in the place of those that have a role. Who had it keeps the names that are shown for it. */
function withRole(
  credits: readonly NewCredit[],
  role: 'Author' | 'Reader',
  creatorIds: readonly number[],
): NewCredit[] {
  const first = credits.findIndex((credit) => credit.role === role)
  const others = credits.filter((credit) => credit.role !== role)
  const behind = role === 'Author' ? 0 : others.length
  const place = first < 0 ? behind : first
  const own = creatorIds.flatMap((creatorId) => {
    const kept = credits.filter((credit) => credit.role === role && credit.creatorId === creatorId)
    return kept.length > 0 ? kept : [{ creatorId, role, as: null }]
  })
  const room = own.slice(0, maxCredits - others.length)
  return [...others.slice(0, place), ...room, ...others.slice(place)]
}

async function requireCreators(
  transaction: Connection,
  deps: WritingDeps,
  names: readonly string[],
): Promise<{ ids: Map<string, number>; isAnyNew: boolean }> {
  const known = await listCreatorIdsByName(transaction, names)
  const ids = new Map([...known].flatMap(([name, [id]]) => (id === undefined ? [] : [[name, id] as const])))
  const missing = new Map(names.map((name) => [foldText(name), name]))
  for (const name of ids.keys()) missing.delete(name)
  if (missing.size === 0) return { ids, isAnyNew: false }
  await deps.db.dialect.lock(transaction, [{ name: 'creators', isShared: true }])
  const added: number[] = []
  for (const [folded, nickname] of missing) {
    const creator = { nickname, name: null, surname: null, biography: null, links: [], sortName: null }
    const id = await insertCreator(transaction, creator, deps.clock())
    ids.set(folded, id)
    added.push(id)
  }
  await reindexCreators(transaction, deps.db.dialect, added)
  return { ids, isAnyNew: true }
}

async function writeSeries(
  transaction: Connection,
  deps: WritingDeps,
  audioBookId: number,
  { series, sequence, moreSeries }: KeptValues & Pick<NewBookValues, 'moreSeries'>,
): Promise<ChangedScope[]> {
  if (series === undefined && sequence === undefined && moreSeries === undefined) return []
  const present = await listSeriesParts(transaction, audioBookId)
  const scopes: ChangedScope[] = []
  const idOf = (name: string) => requireSeries(transaction, deps, name, scopes)
  const first = present[0]
  const id = series === undefined ? first?.id : series === null ? undefined : await idOf(series)
  const parts: NewSeriesPart[] = []
  if (id !== undefined) parts.push({ id, sequence: sequence === undefined ? first?.sequence : sequence })
  parts.push(...(moreSeries ? await furtherParts(moreSeries, idOf) : present.slice(1)))
  if (present.length === 0 && parts.length === 0) return scopes
  const distinct = parts.filter((part, place) => parts.findIndex((other) => other.id === part.id) === place)
  await replaceSeriesParts(transaction, audioBookId, distinct.slice(0, maxSeriesOfBook))
  return scopes
}

async function furtherParts(
  moreSeries: PlannedBook['moreSeries'],
  idOf: (name: string) => Promise<number>,
): Promise<NewSeriesPart[]> {
  const parts: NewSeriesPart[] = []
  for (const { name, sequence } of moreSeries) {
    const kept = keptValues({ series: name, sequence })
    if (kept.series) parts.push({ id: await idOf(kept.series), sequence: kept.sequence })
  }
  return parts
}

/** @param scopes what a new one changes is added to */
async function requireSeries(
  transaction: Connection,
  { db: { dialect }, clock }: WritingDeps,
  name: string,
  scopes: ChangedScope[],
): Promise<number> {
  const known = await findSeriesIdByName(transaction, name)
  if (known !== undefined) return known
  // Nobody else adds one of the same name meanwhile.
  await dialect.lock(transaction, [{ name: 'series' }])
  const late = await findSeriesIdByName(transaction, name)
  if (late !== undefined) return late
  const created = { name, description: null }
  const id = await insertSeries(transaction, created, clock())
  await indexRecord(transaction, dialect, 'series', id, created)
  scopes.push('series/+')
  return id
}
