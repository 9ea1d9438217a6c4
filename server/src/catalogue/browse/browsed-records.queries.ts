import type { CreditRole } from '@earmark/contract/credits.ts'
import { type NotNull, sql } from 'kysely'
import type { Connection, IdSet } from '../../db/engine/dialect.ts'
import { recordingDuration } from '../editing/recording-files.queries.ts'
import type { BrowsedRecord } from './browse-index.ts'

export type BrowsedKind = 'audio-book' | 'podcast'

const tables = {
  'audio-book': { records: 'audio_books', owner: 'audio_book_id' },
  podcast: { records: 'podcasts', owner: 'podcast_id' },
} as const

/** What those of `ids` that are public are browsed by. */
export async function listBrowsedRecords(
  connection: Connection,
  kind: BrowsedKind,
  ids: IdSet,
): Promise<BrowsedRecord[]> {
  const rows = await (kind === 'audio-book' ? selectBooks(connection, ids) : selectPodcasts(connection, ids))
  const { owner } = tables[kind]
  const genres = await connection
    .selectFrom('genres')
    .where(owner, 'in', ids)
    .select([`${owner} as owner_id`, 'name'])
    .$narrowType<{ owner_id: NotNull }>()
    .execute()
  const credits = await connection
    .selectFrom('credits')
    .where(owner, 'in', ids)
    .select([`${owner} as owner_id`, 'creator_id as creatorId', 'role'])
    .orderBy('ordinal')
    .$narrowType<{ owner_id: NotNull; role: CreditRole }>()
    .execute()
  const series = kind === 'audio-book' ? await selectSeries(connection, ids) : []
  const genresByOwner = Map.groupBy(genres, (row) => row.owner_id)
  const creditsByOwner = Map.groupBy(credits, (row) => row.owner_id)
  const seriesByOwner = Map.groupBy(series, (row) => row.owner_id)
  return rows.map(({ id, language, duration_ms, year, latestAt }) => ({
    id,
    language,
    seconds: duration_ms === null ? null : duration_ms / 1000,
    year,
    latestAt,
    genres: (genresByOwner.get(id) ?? []).map(({ name }) => name),
    seriesIds: (seriesByOwner.get(id) ?? []).map(({ series_id }) => series_id),
    credits: creditsByOwner.get(id) ?? [],
  }))
}

/** Records that are not public: few, found by their index. */
export async function listHiddenIds(connection: Connection, kind: BrowsedKind): Promise<number[]> {
  const hidden = connection.selectFrom(tables[kind].records).where('is_public', '=', sql.lit<0>(0))
  return (await hidden.select('id').execute()).map(({ id }) => id)
}

function selectBooks(connection: Connection, ids: IdSet) {
  return connection
    .selectFrom('audio_books')
    .innerJoin('recordings', 'recordings.audio_book_id', 'audio_books.id')
    .leftJoin('media as audio', 'audio.id', 'recordings.media_id')
    .where('audio_books.id', 'in', ids)
    .where('audio_books.is_public', '=', 1)
    .select(['audio_books.id', 'audio_books.language', recordingDuration.as('duration_ms')])
    .select(['audio_books.published_year as year', sql<null>`null`.as('latestAt')])
    .execute()
}

function selectPodcasts(connection: Connection, ids: IdSet) {
  return connection
    .selectFrom('podcasts')
    .where('id', 'in', ids)
    .where('is_public', '=', 1)
    .select(['id', 'language'])
    .select([sql<null>`null`.as('duration_ms'), sql<null>`null`.as('year')])
    .select((build) =>
      build
        .selectFrom('episodes')
        .whereRef('episodes.podcast_id', '=', 'podcasts.id')
        .where('episodes.is_public', '=', 1)
        .select(({ fn }) => fn.max('episodes.published_at').as('latest'))
        .as('latestAt'),
    )
    .execute()
}

function selectSeries(connection: Connection, ids: IdSet) {
  return connection
    .selectFrom('series_books')
    .where('audio_book_id', 'in', ids)
    .select(['audio_book_id as owner_id', 'series_id'])
    .execute()
}
