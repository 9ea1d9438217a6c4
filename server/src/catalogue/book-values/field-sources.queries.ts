import type { FieldName } from '@earmark/contract/planner/plan-input.ts'
import type { FieldSource, SourcedValue } from '@earmark/contract/planner/plan-output.ts'
import { sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'

/** Who changes a field, and when (epoch milliseconds). */
export interface HandEdit {
  readonly userId: string | null
  readonly now: number
}

/** What is known of a field's origin. */
export interface SourceRow {
  readonly field: FieldName
  readonly source: FieldSource
  /** What files say, best first. */
  readonly fileValues: readonly SourcedValue[]
  /** Set where it is an editor's word, in epoch milliseconds. */
  readonly handAt: number | null
  /** The editor's name; null also where the account is gone. */
  readonly handBy: string | null
}

export async function listSourceRows(connection: Connection, audioBookId: number): Promise<SourceRow[]> {
  const rows = await connection
    .selectFrom('field_sources')
    .leftJoin('users', 'users.id', 'field_sources.hand_by')
    .where('audio_book_id', '=', audioBookId)
    .select(['field', 'source', 'file_value', 'hand_at', 'users.name'])
    .execute()
  return rows.map(({ field, source, file_value, hand_at, name }) => ({
    field,
    source,
    fileValues: JSON.parse(file_value) as SourcedValue[],
    handAt: hand_at,
    handBy: name,
  }))
}

const booksAtOnce = 500

/** The fields that an editor has set or cleared, by audio book; those without any are left out. */
export async function listHandFields(
  connection: Connection,
  audioBookIds: readonly number[],
): Promise<Map<number, FieldName[]>> {
  const fields = new Map<number, FieldName[]>()
  for (let start = 0; start < audioBookIds.length; start += booksAtOnce) {
    const rows = await connection
      .selectFrom('field_sources')
      .where('audio_book_id', 'in', audioBookIds.slice(start, start + booksAtOnce))
      .where('hand_at', 'is not', null)
      .select(['audio_book_id', 'field'])
      .execute()
    for (const { audio_book_id, field } of rows)
      fields.set(audio_book_id, [...(fields.get(audio_book_id) ?? []), field])
  }
  return fields
}

/** Those of the audio books that files have a say in. */
export async function listImportedIds(connection: Connection, ids: readonly number[]): Promise<number[]> {
  const imported: number[] = []
  for (let start = 0; start < ids.length; start += booksAtOnce) {
    const some = ids.slice(start, start + booksAtOnce)
    const known = connection.selectFrom('field_sources').where('audio_book_id', 'in', some)
    const rows = await connection
      .selectFrom('library_books')
      .where('audio_book_id', 'in', some)
      .select('audio_book_id as id')
      .union(known.select('audio_book_id as id'))
      .execute()
    imported.push(...rows.map(({ id }) => id))
  }
  return imported
}

/** Makes fields of one audio book an editor's; what files say of them stays known. */
export async function insertHandFields(
  connection: Connection,
  audioBookId: number,
  fields: readonly FieldName[],
  { userId, now }: HandEdit,
): Promise<void> {
  if (fields.length === 0) return
  const hand = { source: 'Hand', hand_at: now, hand_by: userId } as const
  await connection
    .insertInto('field_sources')
    .values(fields.map((field) => ({ audio_book_id: audioBookId, field, file_value: '[]', ...hand })))
    .onConflict((conflict) => conflict.columns(['audio_book_id', 'field']).doUpdateSet(hand))
    .execute()
}

/** Puts in what files say; a field that is an editor's stays so. */
export async function insertFileValues(
  connection: Connection,
  audioBookId: number,
  fields: ReadonlyMap<FieldName, readonly SourcedValue[]>,
): Promise<void> {
  if (fields.size === 0) return
  const rows = [...fields].map(([field, values]) => ({
    audio_book_id: audioBookId,
    field,
    source: values[0]?.source ?? 'None',
    file_value: JSON.stringify(values),
    hand_at: null,
    hand_by: null,
  }))
  await connection
    .insertInto('field_sources')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['audio_book_id', 'field']).doUpdateSet({
        file_value: sql.ref('excluded.file_value'),
        source: sql<FieldSource>`case when field_sources.hand_at is null then excluded.source else 'Hand' end`,
      }),
    )
    .execute()
}

/** Gives a field to the files again, of which the best says it. */
export async function releaseHandField(
  connection: Connection,
  audioBookId: number,
  field: FieldName,
  source: FieldSource,
): Promise<void> {
  await connection
    .updateTable('field_sources')
    .set({ source, hand_at: null, hand_by: null })
    .where('audio_book_id', '=', audioBookId)
    .where('field', '=', field)
    .execute()
}
