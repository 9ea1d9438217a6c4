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
