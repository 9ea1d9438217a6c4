import type { EditedAudioBookDetail } from '@earmark/contract/edited-records.ts'
import type { BookField, BookFields } from '@earmark/contract/field-sources.ts'
import { type FieldName, fieldNames, type FieldValue } from '@earmark/contract/planner/plan-input.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { CoreDeps } from '../../deps.ts'
import type { FailureOf } from '../../errors.ts'
import { findEditedAudioBook } from '../audio-books/audio-books.queries.ts'
import { listBookValues } from '../book-values/book-values.queries.ts'
import { listSourceRows, releaseHandField, type SourceRow } from '../book-values/field-sources.queries.ts'
import { prepareTokens, textsOf } from '../creators/linked-records.ts'
import { writeBookValues } from './write-book-values.ts'

/** Undefined where there is no such audio book. */
export async function findBookFields(
  connection: Connection,
  audioBookId: number,
): Promise<BookFields | undefined> {
  const values = (await listBookValues(connection, [audioBookId])).get(audioBookId)
  if (!values) return undefined
  const rows = new Map((await listSourceRows(connection, audioBookId)).map((row) => [row.field, row]))
  return Object.fromEntries(
    fieldNames.map((field) => [field, fieldView(values[field], rows.get(field))]),
  ) as BookFields
}

/** What no import has brought, somebody has typed. */
function fieldView(value: FieldValue, row: SourceRow | undefined): BookField {
  if (!row) return { value, source: isEmpty(value) ? 'None' : 'Hand', others: [] }
  const { source, fileValues, handAt, handBy } = row
  if (handAt === null) return { value, source, others: fileValues.slice(1) }
  const setBy = handBy === null ? {} : { setBy: handBy }
  return { value, source, others: [...fileValues], setAt: new Date(handAt).toISOString(), ...setBy }
}

function isEmpty(value: FieldValue): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

/** Gives a field the value of the best file again, which it follows from then on. */
export async function releaseField(
  deps: Pick<CoreDeps, 'config' | 'db' | 'changes' | 'clock'>,
  audioBookId: number,
  field: FieldName,
  failure: FailureOf<'NotFound' | 'NoOtherValue'>,
): Promise<EditedAudioBookDetail> {
  const indexed = [{ kind: 'audio-book' as const, ids: [audioBookId] }]
  const prepared = await prepareTokens(textsOf(deps.db.connection, indexed))
  const change = { changes: [`audio-books/${audioBookId}` as const] }
  return await changeCatalogue(deps, change, async (transaction, alsoChanged) => {
    const present = (await listBookValues(transaction, [audioBookId])).get(audioBookId)
    if (!present) throw failure('NotFound')
    const row = (await listSourceRows(transaction, audioBookId)).find((one) => one.field === field)
    const best = row?.fileValues[0]
    if (!best || (field === 'sequence' && present.series === null)) throw failure('NoOtherValue')
    await releaseHandField(transaction, audioBookId, field, best.source)
    const values = { [field]: best.value }
    alsoChanged(...(await writeBookValues(transaction, deps, audioBookId, values, prepared)))
    return (await findEditedAudioBook(transaction, audioBookId)) as EditedAudioBookDetail
  })
}
