import type { BulkChanges, BulkKind, BulkResult } from '@earmark/contract/bulk-edits.ts'
import { maxGenres, maxSeriesOfBook } from '@earmark/contract/record-forms.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import { failOn, MissingRowError } from '../../db/engine/database-errors.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { ChangedScope } from '../../db/engine/scopes.ts'
import { indexNewCreators } from '../../db/search/index-records.queries.ts'
import { AppError, type FailureOf } from '../../errors.ts'
import { isBlank } from '../../http/input/input.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { type EditingDeps, lockChangedFields } from '../book-values/hand-edits.ts'
import { reindexRecords } from '../creators/linked-records.ts'
import { addCreditsTo } from '../editing/record-creators.ts'
import { languageColumn } from '../editing/record-fields.ts'
import {
  listEpisodeRefs,
  type RecordRef,
  scopeOf,
  setLanguage,
  touchRecord,
} from '../editing/records.queries.ts'
import { removeRecord } from '../editing/remove-record.ts'
import { requireRecord } from '../editing/replace-record.ts'
import { listGenresOf, replaceGenres } from '../genres/genres.queries.ts'
import { publishRecord, unpublishRecord } from '../publishing/publishing.service.ts'
import { listSeriesParts, replaceSeriesParts } from '../audio-books/series-parts.queries.ts'

interface BulkEdit {
  readonly kind: BulkKind
  /** Each once. */
  readonly ids: readonly number[]
  readonly changes: BulkChanges
}

type Failure = FailureOf<'NotFound' | 'UnknownItem' | 'InvalidBody'>

type EditedDeps = MediaDeps & EditingDeps

type Work = Exclude<RecordRef, { readonly kind: 'episode' }>

/** As many as a change may name one by one without voiding everything. */
const recordsAtOnce = 40

/** Changes each record in a transaction of its own, and voids what is kept of some at a time. */
export async function editRecords(
  deps: EditedDeps,
  { kind, ids, changes }: BulkEdit,
  failure: Failure,
): Promise<BulkResult[]> {
  const results: BulkResult[] = []
  for (let start = 0; start < ids.length; start += recordsAtOnce) {
    const some = ids.slice(start, start + recordsAtOnce)
    const records = await refsOf(deps.db.connection, kind, some)
    const changed: ChangedScope[] = []
    const noted = { ...deps.changes, changed: (scopes: readonly ChangedScope[]) => changed.push(...scopes) }
    try {
      for (const [place, record] of records.entries()) {
        const edit = changes.delete
          ? remove(deps, record, failure)
          : change({ ...deps, changes: noted }, record, changes, failure)
        results.push({ id: some[place] as number, ...(await outcomeOf(edit)) })
      }
    } finally {
      deps.changes.changed(changed)
    }
  }
  return results
}

/** In the order of `ids`; undefined for an episode that is not there. */
async function refsOf(connection: Connection, kind: BulkKind, ids: readonly number[]) {
  if (kind !== 'Episode') {
    const name = kind === 'AudioBook' ? 'audio-book' : 'podcast'
    return ids.map((id): RecordRef => ({ kind: name, id }))
  }
  const episodes = await listEpisodeRefs(connection, ids)
  return ids.map((id): RecordRef | undefined => episodes.get(id))
}

async function outcomeOf(edit: Promise<void>): Promise<Omit<BulkResult, 'id'>> {
  try {
    await edit
    return { done: true }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { done: false, error: error.toItem() }
  }
}

async function remove(deps: MediaDeps, record: RecordRef | undefined, failure: Failure): Promise<void> {
  if (!record) throw failure('NotFound')
  await removeRecord(deps, record, failure)
}

async function change(
  deps: EditedDeps,
  record: RecordRef | undefined,
  { addCredits, publish, unpublish, ...fields }: BulkChanges,
  failure: Failure,
): Promise<void> {
  if (!record) throw failure('NotFound')
  await changeCatalogue(deps, { changes: [scopeOf(record)] }, async (connection) => {
    await requireRecord({ connection }, record, failure)
    const within = { ...deps, db: { ...deps.db, connection } }
    if (record.kind === 'audio-book')
      await lockChangedFields(within, connection, [record.id], () =>
        changeFields(within, record, fields, failure),
      )
    if (record.kind === 'podcast') await changeFields(within, record, fields, failure)
    if (addCredits) await addCreditsTo(within, record, addCredits, failure)
    if (publish) await publishRecord(within, record, null, failure)
    if (unpublish) await unpublishRecord(within, record, failure)
  })
}

async function changeFields(
  deps: EditedDeps,
  record: Work,
  { addGenres, removeGenres, language, seriesId }: BulkChanges,
  failure: Failure,
): Promise<void> {
  const { connection, dialect } = deps.db
  const hasOtherGenres =
    (addGenres || removeGenres) &&
    (await changeGenres(connection, record, { addGenres, removeGenres }, failure))
  const hasOtherLanguage =
    language !== undefined &&
    (await setLanguage(connection, record, languageColumn(language || null) ?? null))
  const isInMoreSeries =
    seriesId !== undefined && (await addToSeries(connection, record.id, seriesId, failure))
  if (isInMoreSeries) {
    await reindexRecords(
      connection,
      dialect,
      { kind: record.kind, ids: [record.id] },
      undefined,
      indexNewCreators,
    )
  }
  if (hasOtherGenres || hasOtherLanguage || isInMoreSeries)
    await touchRecord(connection, record, deps.clock())
}

/** @returns whether it has others now */
async function changeGenres(
  connection: Connection,
  { kind, id }: Work,
  { addGenres = [], removeGenres = [] }: BulkChanges,
  failure: Failure,
): Promise<boolean> {
  const trimmed = (names: readonly string[]) =>
    names.map((name) => name.trim()).filter((name) => !isBlank(name))
  const gone = new Set(trimmed(removeGenres))
  const present = await listGenresOf(connection, kind, id)
  const kept = present.filter((name) => !gone.has(name))
  const genres = [...new Set([...kept, ...trimmed(addGenres)])]
  if (kept.length === present.length && genres.length === present.length) return false
  if (genres.length > maxGenres) throw failure('InvalidBody', { field: 'addGenres' })
  await replaceGenres(connection, kind, id, genres)
  return true
}

/** Behind the series that it has. @returns false for one that it is in already, which stays as it is */
async function addToSeries(
  connection: Connection,
  bookId: number,
  seriesId: number,
  failure: Failure,
): Promise<boolean> {
  const parts = await listSeriesParts(connection, bookId)
  if (parts.some(({ id }) => id === seriesId)) return false
  if (parts.length >= maxSeriesOfBook) throw failure('InvalidBody', { field: 'seriesId' })
  const unknown = () => failure('UnknownItem', { field: 'seriesId' })
  await replaceSeriesParts(connection, bookId, [...parts, { id: seriesId }]).catch(
    failOn(MissingRowError, unknown),
  )
  return true
}
