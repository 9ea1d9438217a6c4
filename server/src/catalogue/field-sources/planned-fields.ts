import {
  type BookValues,
  type FieldName,
  fieldNames,
  type FieldValue,
} from '@earmark/contract/planner/plan-input.ts'
import type { PlannedBook, PlannedField, SourcedValue } from '@earmark/contract/planner/plan-output.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { ChangedScope } from '../../db/engine/scopes.ts'
import {
  type HandEdit,
  insertFileValues,
  insertHandFields,
  listHandFields,
} from '../book-values/field-sources.queries.ts'
import { listBookValues } from '../book-values/book-values.queries.ts'
import type { PreparedTokens } from '../creators/linked-records.ts'
import { writeBookValues, writeUnindexedValues, type WritingDeps } from './write-book-values.ts'

/** The fields of a proposal as it is applied; those that are absent stay as they are. */
export type PlannedFields = Readonly<Partial<Record<FieldName, PlannedField>>>

type Planned = { readonly fields: PlannedFields } & Partial<Pick<PlannedBook, 'moreSeries'>>

/**
 * Keeps what files say of an audio book, and locks the fields that an editor has set in the review: those whose source is
 * `Hand` and that were not locked before, or were and differ from the catalogue (`now`).
 */
async function writeFieldSources(
  connection: Connection,
  audioBookId: number,
  fields: PlannedFields,
  by: HandEdit,
  locked: ReadonlySet<FieldName>,
): Promise<void> {
  const given = Object.entries(fields) as [FieldName, PlannedField][]
  await insertFileValues(
    connection,
    audioBookId,
    new Map(given.map(([name, field]) => [name, fileValuesOf(field)])),
  )
  const set = given.filter(([name, field]) => isSetInReview(field, locked.has(name))).map(([name]) => name)
  // Without a series a sequence has no place.
  const isOutOfSeries = set.includes('series') && fields.series?.value === null
  const hand = isOutOfSeries ? new Set<FieldName>([...set, 'sequence']) : set
  await insertHandFields(connection, audioBookId, [...hand], by)
}

/**
 * Writes what a proposal says to an audio book, new or changed, with its sources. A field that an editor has locked
 * meanwhile stays as it is, unless the review sets it. The transaction is one of `changeCatalogue` that changes audio books.
 *
 * @returns what it has changed, for `alsoChanged`
 */
export async function applyPlannedFields(
  transaction: Connection,
  deps: WritingDeps,
  audioBookId: number,
  { fields, moreSeries }: Planned,
  by: HandEdit,
  prepared?: PreparedTokens,
): Promise<ChangedScope[]> {
  const locked = await lockedFields(transaction, audioBookId)
  const values: Partial<BookValues> = Object.fromEntries(
    fieldNames.flatMap((name): [FieldName, FieldValue][] => {
      const field = fields[name]
      const isWritten = field && (!locked.has(name) || isSetInReview(field, true))
      return isWritten ? [[name, field.value]] : []
    }),
  )
  const isOfFiles = fields.series?.source !== 'Hand' && !locked.has('series')
  const isKept =
    isOfFiles && values.series === null && (await hasHandSequence(transaction, audioBookId, locked))
  const written = { ...values, ...(isOfFiles && { moreSeries }), ...(isKept && { series: undefined }) }
  const scopes = await writeBookValues(transaction, deps, audioBookId, written, prepared)
  await writeFieldSources(transaction, audioBookId, fields, by, locked)
  return scopes
}

/** As `applyPlannedFields`, of a book that `createRecord` adds: nobody has locked anything of it. */
export async function insertPlannedFields(
  transaction: Connection,
  deps: WritingDeps,
  audioBookId: number,
  { fields, moreSeries }: Planned,
  by: HandEdit,
): Promise<ChangedScope[]> {
  const values: Partial<BookValues> = Object.fromEntries(
    Object.entries(fields).map(([name, { value }]) => [name, value]),
  )
  const isOfFiles = fields.series?.source !== 'Hand'
  const written = { ...values, ...(isOfFiles && { moreSeries }) }
  const scopes = await writeUnindexedValues(transaction, deps, audioBookId, written)
  await writeFieldSources(transaction, audioBookId, fields, by, new Set())
  return scopes
}

async function lockedFields(connection: Connection, audioBookId: number): Promise<Set<FieldName>> {
  return new Set((await listHandFields(connection, [audioBookId])).get(audioBookId))
}

/** A sequence that an editor has set keeps its series. */
async function hasHandSequence(
  connection: Connection,
  audioBookId: number,
  locked: ReadonlySet<FieldName>,
): Promise<boolean> {
  if (!locked.has('sequence')) return false
  const values = await listBookValues(connection, [audioBookId])
  return values.get(audioBookId)?.sequence != null
}

function isSetInReview(field: PlannedField, isLocked: boolean): boolean {
  return field.source === 'Hand' && (!isLocked || field.now !== undefined)
}

/** Best first. */
function fileValuesOf({ source, value, others }: PlannedField): SourcedValue[] {
  return [{ source, value }, ...others]
    .filter((one) => one.source !== 'Hand' && one.source !== 'None')
    .map((one) => ({ source: one.source, value: one.value }))
}
