import type { SeriesPart } from '@earmark/contract/audio-books.ts'
import { sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import { readTextRows, textRows } from '../../db/engine/text-rows.ts'

/** The places of selected audio books in series, for `readSeries`. */
export const selectSeries = textRows(
  ['series.id', 'series.name', 'part.sequence'],
  sql`series_books as part join series on series.id = part.series_id where part.audio_book_id = audio_books.id`,
  sql`part.ordinal, series.id`,
).as('series')

/** In their order. */
export function readSeries(text: string | null): SeriesPart[] {
  return readTextRows(text).map(([id, name = '', sequence]) => ({
    id: Number(id),
    name,
    sequence: sequence || null,
  }))
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
    const text = sequence?.trim() || null
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
