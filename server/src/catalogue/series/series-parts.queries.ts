import type { SeriesPart } from '@earmark/contract/audio-books.ts'
import { selectedByIds } from '../../db/engine/compiled.ts'
import type { Connection, IdSet } from '../../db/engine/dialect.ts'

const selectParts = selectedByIds((connection, ids) =>
  connection
    .selectFrom('series_books')
    .innerJoin('series', 'series.id', 'series_books.series_id')
    .where('series_books.audio_book_id', 'in', ids)
    .select(['series_books.audio_book_id', 'series.id', 'series.name', 'series_books.sequence'])
    .orderBy('series_books.audio_book_id')
    .orderBy('series_books.ordinal'),
)

/** The places in series of each of these audio books, in their order. */
export async function seriesByBook(
  connection: Connection,
  bookIds: readonly number[] | IdSet,
): Promise<Map<number, SeriesPart[]>> {
  const rows = Map.groupBy(await selectParts(connection, bookIds), (row) => row.audio_book_id)
  return new Map([...rows].map(([id, parts]) => [id, parts.map(({ audio_book_id: _, ...part }) => part)]))
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
