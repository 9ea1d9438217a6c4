import type { ImportBookChange, ImportDecision } from '@earmark/contract/imports.ts'
import { foldText } from '@earmark/contract/fold.ts'
import { commonFolder } from '@earmark/contract/planner/hand-groups.ts'
import { catalogueValue } from '@earmark/contract/planner/field-values.ts'
import { type FieldName, type FieldValue, fieldNames } from '@earmark/contract/planner/plan-input.ts'
import type { PlannedField } from '@earmark/contract/planner/plan-output.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import type { FailureOf } from '../../../errors.ts'
import type { ImportDeps } from '../import-deps.ts'
import type { ImportRecord } from '../import-record.ts'
import { findImport, type ImportRow, updateImport } from '../imports.queries.ts'
import { findImportBook, type ImportBookRow, updateProposal } from '../import-books.queries.ts'
import { findSourceFolderId } from '../library-files.queries.ts'
import { proposedBook } from '../proposals.ts'
import { writeChaptersChoice, writeGroup } from './library-groups.queries.ts'

type ReviewFailure = FailureOf<'NotFound' | 'ImportNotReady' | 'StaleRecord' | 'InvalidBody'>

/** Decides about a book, and sets fields of it, the order of its files and where its chapters come from. */
export async function changeImportBook(
  deps: Pick<ImportDeps, 'db'>,
  { id, bookId }: { readonly id: number; readonly bookId: number },
  change: ImportBookChange,
  failure: ReviewFailure,
): Promise<{ row: ImportBookRow; isStale: boolean }> {
  return await deps.db.connection.transaction().execute(async (transaction) => {
    const of = await findReviewed(transaction, id, failure)
    const row = await findImportBook(transaction, id, bookId)
    if (!row) throw failure('NotFound')
    if (row.version !== change.baseVersion || row.appliedAt !== null) return { row, isStale: true }
    const record = changedRecord(row.record, change, failure)
    const decision: ImportDecision = change.decision ?? row.decision
    const isChanged = await updateProposal(transaction, row, proposedBook(record, decision))
    if (!isChanged) return { row: (await findImportBook(transaction, id, bookId)) ?? row, isStale: true }
    if (change.fileOrder) {
      const prints = record.files.map(({ print }) => print)
      const group = { prints, folder: commonFolder(record.files) }
      await writeGroup(transaction, await findSourceFolderId(transaction, of), group)
    }
    // A choice is known by the sounds alone, which the other book has, too.
    const isCopy = record.warnings.some(({ code }) => code === 'SameAsAnother')
    if (change.chaptersSource && !isCopy) {
      const chaptersOf = record.files.map(({ print }) => print)
      const choice = { chaptersOf, source: change.chaptersSource }
      await writeChaptersChoice(transaction, await findSourceFolderId(transaction, of), choice)
    }
    return { row: { ...row, record, decision, version: row.version + 1 }, isStale: false }
  })
}

/**
 * The import of a change, held in its review until the end of the transaction.
 *
 * @throws AppError `NotFound`, `ImportNotReady`
 */
export async function findReviewed(
  transaction: Connection,
  id: number,
  failure: FailureOf<'NotFound' | 'ImportNotReady'>,
): Promise<ImportRow> {
  // The update holds its row against one that is applied or cancelled at this moment.
  const isReviewed = await updateImport(transaction, id, ['Review'], {})
  const found = await findImport(transaction, id)
  if (!found) throw failure('NotFound')
  if (!isReviewed) throw failure('ImportNotReady')
  return found
}

function changedRecord(
  record: ImportRecord,
  { fields = {}, fileOrder, chaptersSource }: ImportBookChange,
  failure: FailureOf<'InvalidBody'>,
): ImportRecord {
  const given = fieldNames.filter((name) => fields[name] !== undefined)
  const edited = given.map((name) => [
    name,
    editedField(record.fields[name], name, fields[name] ?? null, failure),
  ])
  return {
    ...record,
    fields: { ...record.fields, ...(Object.fromEntries(edited) as Partial<ImportRecord['fields']>) },
    ...(fileOrder && { files: orderedFiles(record, fileOrder, failure) }),
    ...(chaptersSource && { chaptersSource }),
  }
}

const lists: readonly FieldName[] = ['authors', 'narrators']

/** An edit of a hand; what was proposed becomes one of the others. */
export function editedField(
  planned: PlannedField,
  name: FieldName,
  given: FieldValue,
  failure: FailureOf<'InvalidBody'>,
): PlannedField {
  if (!hasForm(name, given))
    throw failure('InvalidBody', { field: name, description: `The value of ${name} has another form.` })
  const value = catalogueValue(name, given)
  const isBlank = given === null || Array.isArray(given) || foldText(String(given)) === ''
  if (value === null && !isBlank)
    throw failure('InvalidBody', {
      field: name,
      description: `The catalogue takes no such value of ${name}.`,
    })
  if (name === 'title' && value === null)
    throw failure('InvalidBody', { field: name, description: 'A book needs a title.' })
  const { source, value: proposed, others, now } = planned
  const isProposed = source !== 'Hand' && source !== 'None'
  return {
    source: 'Hand',
    value,
    others: isProposed ? [{ source, value: proposed }, ...others] : others,
    ...(now !== undefined && { now }),
  }
}

function hasForm(name: FieldName, value: FieldValue): boolean {
  if (lists.includes(name)) return value === null || Array.isArray(value)
  if (value === null) return true
  return name === 'publishedYear' ? Number.isInteger(value) : typeof value === 'string'
}

function orderedFiles(
  { files, leftOut }: ImportRecord,
  paths: readonly string[],
  failure: FailureOf<'InvalidBody'>,
): ImportRecord['files'] {
  const order = paths.filter((path) => !leftOut.some((file) => file.path === path))
  const byPath = new Map(files.map((file) => [file.path, file]))
  const ordered = order.flatMap((path) => byPath.get(path) ?? [])
  if (
    ordered.length !== files.length ||
    order.length !== files.length ||
    new Set(order).size !== order.length
  )
    throw failure('InvalidBody', {
      field: 'fileOrder',
      description: 'fileOrder lists each file of the book once.',
    })
  return ordered
}
