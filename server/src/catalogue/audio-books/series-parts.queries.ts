import type { SeriesPart } from '@earmark/contract/audio-books.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import { trimmedText } from '../../http/input/input.ts'
import { readTextRows, textRows } from '../../db/engine/text-rows.ts'

/** The places of selected audio books in series, for `readSeries`. */
export const selectSeries = textRows(
  ['part.ordinal', 'series.id', 'series.name', 'part.sequence'],
  sql`series_books as part join series on series.id = part.series_id where part.audio_book_id = audio_books.id`,
).as('series')

/** In their order. */
export function readSeries(text: string | null): SeriesPart[] {
  return readTextRows(text).map(([_ordinal, id, name = '', sequence]) => ({
    id: Number(id),
    name,
    sequence: sequence || null,
  }))
}

/** Places in series of public audio books, as `part`. */
export function publicParts(connection: Connection) {
  return connection
    .selectFrom('series_books as part')
    .innerJoin('audio_books', 'audio_books.id', 'part.audio_book_id')
    .where('audio_books.is_public', '=', sql.lit<1>(1))
}

/**
 * The order of the parts of a series, behind `order by`: sequences that begin with a number by it, then all other
 * sequences by code point, then parts without one.
 *
 * @param part the alias of `series_books`
 */
export function bySequence(part: string): RawBuilder<number> {
  const column = (name: string) => sql.ref(`${part}.${name}`)
  return sql`${column('sequence_number')} is null, ${column('sequence_number')},
    ${column('sequence')} is null, ${column('sequence')}, ${column('audio_book_id')}`
}

/** The public audio books of a series in their order. */
export async function listPartIds(connection: Connection, seriesId: number): Promise<number[]> {
  const parts = publicParts(connection).where('part.series_id', '=', seriesId)
  const rows = await parts.select('audio_books.id').orderBy(bySequence('part')).execute()
  return rows.map(({ id }) => id)
}

/** The audio books of a series, whether public or not. */
export async function listBooksOf(connection: Connection, seriesId: number): Promise<number[]> {
  const parts = connection.selectFrom('series_books').where('series_id', '=', seriesId)
  return (await parts.select('audio_book_id as id').execute()).map(({ id }) => id)
}

/** The places of one audio book, in their order. */
export async function listSeriesParts(connection: Connection, bookId: number): Promise<NewSeriesPart[]> {
  const parts = connection.selectFrom('series_books').where('audio_book_id', '=', bookId)
  return await parts.select(['series_id as id', 'sequence']).orderBy('ordinal').orderBy('series_id').execute()
}

/** A place in a series as an editor gives it. */
export interface NewSeriesPart {
  readonly id: number
  readonly sequence?: string | null | undefined
}

/**
 * Puts these places in the place of an audio book's.
 *
 * @throws MissingRowError for a series that is not there; DuplicateKeyError for one that is named twice
 */
export async function replaceSeriesParts(
  connection: Connection,
  bookId: number,
  parts: readonly NewSeriesPart[],
): Promise<void> {
  await connection.deleteFrom('series_books').where('audio_book_id', '=', bookId).execute()
  if (parts.length === 0) return
  const rows = parts.map(({ id, sequence }, ordinal) => {
    const text = trimmedText(sequence) ?? null
    return {
      audio_book_id: bookId,
      series_id: id,
      ordinal,
      sequence: text,
      sequence_number: text === null ? null : sequenceNumber(text),
    }
  })
  await connection.insertInto('series_books').values(rows).execute()
}

/** `1`, `1.5`, and the first of `2-3`; what else there may be has no number, and sorts last. */
const sequenceForm = /^(\d{1,6}(?:\.\d{1,6})?)(?:\s*[-–]\s*\d{1,6}(?:\.\d{1,6})?)?$/

export function sequenceNumber(text: string): number | null {
  const first = sequenceForm.exec(text)?.[1]
  return first === undefined ? null : Number(first)
}
