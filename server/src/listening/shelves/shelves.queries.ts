import { type SelectQueryBuilder, sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { bySequence } from '../../catalogue/audio-books/series-parts.queries.ts'
import { selectHiddenRecordings } from '../../catalogue/recordings/recordings.queries.ts'

/** The ids of an account's public recordings, those first that come first on a shelf. */
type ListRecordings = (connection: Connection, userId: string, limit: number) => Promise<number[]>

export const listContinued: ListRecordings = async (connection, userId, limit) => {
  const begun = selectOwn(connection, userId).where('position_ms', '>', 0).where('finished_at', 'is', null)
  return await idsOf(begun.orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(limit))
}

export const listFinishedLately: ListRecordings = async (connection, userId, limit) => {
  const finished = selectOwn(connection, userId).where('finished_at', 'is not', null)
  return await idsOf(finished.orderBy('finished_at', 'desc').orderBy('id', 'desc').limit(limit))
}

function selectOwn(connection: Connection, userId: string) {
  return connection
    .selectFrom('positions')
    .where('user_id', '=', userId)
    .where('recording_id', 'not in', selectHiddenRecordings(connection))
}

async function idsOf(positions: SelectQueryBuilder<Tables, 'positions', object>): Promise<number[]> {
  return (await positions.select('recording_id').execute()).map((row) => row.recording_id)
}

/**
 * Of each series of which a part is finished, the first unbegun part behind the last finished one, by the order of the
 * series; the series first of which something was finished last.
 */
export const listNextInSeries: ListRecordings = async (connection, userId, limit) => {
  const { rows } = await sql<{ id: number }>`
    with parts as (
      select part.series_id, recordings.id, positions.finished_at,
        positions.finished_at is null and coalesce(positions.position_ms, 0) = 0 as is_unbegun,
        row_number() over (partition by part.series_id
          order by ${bySequence('part')}) as place
      from series_books as part
        join audio_books on audio_books.id = part.audio_book_id and audio_books.is_public = 1
        join recordings on recordings.audio_book_id = audio_books.id
        left join positions on positions.recording_id = recordings.id and positions.user_id = ${userId}
      where part.series_id in (
        select own.series_id from positions as finished
          join recordings on recordings.id = finished.recording_id
          join series_books as own on own.audio_book_id = recordings.audio_book_id
        where finished.user_id = ${userId} and finished.finished_at is not null)
    ), finished as (
      select series_id, max(place) as place, max(finished_at) as finished_at
      from parts where finished_at is not null group by series_id
    ), following as (
      select parts.series_id, min(parts.place) as place, max(finished.finished_at) as finished_at
      from parts join finished on finished.series_id = parts.series_id and parts.place > finished.place
      where parts.is_unbegun group by parts.series_id
    )
    select parts.id from following
      join parts on parts.series_id = following.series_id and parts.place = following.place
    group by parts.id
    order by max(following.finished_at) desc, parts.id
    limit ${limit}`.execute(connection)
  return rows.map(({ id }) => id)
}
