import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../server/src/db/database.ts'

/** What a made-up catalogue is browsed by: genres, languages, years, authors and series of its audio books. */

export const genreCount = 40
export const creatorCount = 30_000
export const browsedLanguages = ['en', 'de', 'fr', 'es', 'pl', 'sv', 'pt-BR'] as const
export const firstYear = 1950
export const years = 75
const booksOfSeries = 8

export const genreName = (index: number): string => `Genre ${index}`

/** A whole number from 0 to `below` - 1 from a record's id, the same on both engines. */
const mixed = (factor: number, below: number): RawBuilder<number> =>
  sql<number>`((id * ${sql.lit(factor)} + id / 7) % ${sql.lit(below)})`

/** Gives fields to all audio books of a database that `insertRecords` has filled with so many creators. */
export async function insertBrowsedFields({ connection }: Database, creators = creatorCount): Promise<void> {
  const language = sql.join(
    browsedLanguages.map((tag, index) => sql`when ${sql.lit(index)} then ${sql.lit(tag)}`),
    sql` `,
  )
  await connection.transaction().execute(async (transaction) => {
    await sql`update audio_books set
      language = case ${mixed(31, browsedLanguages.length)} ${language} end,
      published_year = ${sql.lit(firstYear)} + ${mixed(17, years)}`.execute(transaction)
    await sql`insert into credits (creator_id, role, ordinal, audio_book_id)
      select 1 + ${mixed(7919, creators)}, 'Author', 100, id from audio_books`.execute(transaction)
    for (const [ordinal, factor] of [3, 11].entries())
      await sql`insert into genres (name, ordinal, audio_book_id)
        select 'Genre ' || ${mixed(factor, genreCount)}, ${sql.lit(ordinal)}, id from audio_books
        where true on conflict do nothing`.execute(transaction)
    await sql`insert into series (name, name_sort, created_at, updated_at)
      select 'Series ' || id, 'series ' || id, created_at, updated_at from audio_books
      where id % ${sql.lit(booksOfSeries)} = 0`.execute(transaction)
    await sql`insert into series_books (audio_book_id, ordinal, series_id, sequence, sequence_number)
      select books.id, 0, series.id, cast(1 + books.id % ${sql.lit(booksOfSeries)} as text), 1 + books.id % ${sql.lit(booksOfSeries)}
      from audio_books as books
      join series on series.name = 'Series ' || (books.id - books.id % ${sql.lit(booksOfSeries)})`.execute(
      transaction,
    )
  })
}
