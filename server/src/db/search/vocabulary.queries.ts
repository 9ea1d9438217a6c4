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

/** Those with which a word begins. */
export async function listBeginnings(
  connection: Connection,
  dialect: Dialect,
  beginnings: readonly string[],
): Promise<string[]> {
  const rows = beginnings.map((beginning) => [beginning, `${beginning}\u{10ffff}`])
  const { rows: found } = await sql<{ beginning: string }>`
    select value ->> 0 as beginning from ${dialect.jsonRows(rows)}
    where exists (select 1 from search_words where word >= value ->> 0 and word < value ->> 1)`.execute(
    connection,
  )
  return found.map(({ beginning }) => beginning)
}

export async function listWordsByForms(
  connection: Connection,
  dialect: Dialect,
  forms: readonly string[],
): Promise<string[]> {
  const found = await connection
    .selectFrom('search_word_forms')
    .innerJoin('search_words', 'search_words.id', 'search_word_forms.word_id')
    .where('form', 'in', dialect.textSet(forms))
    .select('word')
    .distinct()
    .execute()
  return found.map((row) => row.word)
}
