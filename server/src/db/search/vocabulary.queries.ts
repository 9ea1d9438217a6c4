import { sql } from 'kysely'
import type { Connection, Dialect } from '../engine/dialect.ts'

/** The vocabulary: every word of any record, under its shortened forms. */

/** @returns the new words */
export async function insertWords(
  connection: Connection,
  dialect: Dialect,
  words: readonly string[],
): Promise<{ id: number; word: string }[]> {
  const rows = words.map((word) => [word])
  return connection
    .insertInto('search_words')
    .columns(['word'])
    .expression(sql`select value ->> 0 from ${dialect.jsonRows(rows)} where true`)
    .onConflict((conflict) => conflict.column('word').doNothing())
    .returning(['id', 'word'])
    .execute()
}

export async function insertWordForms(
  connection: Connection,
  dialect: Dialect,
  forms: readonly (readonly [form: string, wordId: number])[],
): Promise<void> {
  await connection
    .insertInto('search_word_forms')
    .columns(['form', 'word_id'])
    .expression(
      sql`select value ->> 0, cast(value ->> 1 as bigint) from ${dialect.jsonRows(forms)} where true`,
    )
    .execute()
}

export async function listWordsByForms(
  connection: Connection,
  dialect: Dialect,
  forms: readonly string[],
): Promise<string[]> {
  const rows = forms.map((form) => [form])
  const found = await connection
    .selectFrom('search_word_forms')
    .innerJoin('search_words', 'search_words.id', 'search_word_forms.word_id')
    .where('form', 'in', sql<string>`(select value ->> 0 from ${dialect.jsonRows(rows)})`)
    .select('word')
    .distinct()
    .execute()
  return found.map((row) => row.word)
}
