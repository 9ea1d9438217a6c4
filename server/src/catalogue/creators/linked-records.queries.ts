import { type NotNull, sql } from 'kysely'
import type { RecordTexts } from '../../db/search/tokens.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { readTextRows, textRows } from '../../db/engine/text-rows.ts'
import { selectCredits } from './credits.queries.ts'

/** Kinds of records that are found by their creators too. */
export type IndexedKind = 'audio-book' | 'podcast' | 'episode'

const owners = {
  'audio-book': 'audio_book_id',
  podcast: 'podcast_id',
  episode: 'episode_id',
} as const

export interface IndexedTexts extends RecordTexts {
  readonly id: number
  readonly subtitle: string | null
  /** For `readCredits`. */
  readonly credits: string | null
  readonly series: readonly string[]
  readonly chapters: string
  readonly podcastId: number | undefined
  readonly isHidden: boolean
}

/** The names of the series of selected audio books. */
const selectSeriesNames = textRows(
  ['part.ordinal', 'series.id', 'series.name'],
  sql`series_books as part join series on series.id = part.series_id where part.audio_book_id = audio_books.id`,
).as('series')

/** The titles of the chapters of selected audio books or episodes. */
const selectChapterTitles = (owner: 'audio_book_id' | 'episode_id', id: 'audio_books.id' | 'episodes.id') =>
  textRows(
    ['chapters.ordinal', 'chapters.start_ms', 'chapters.title'],
    sql`chapters join recordings on recordings.id = chapters.recording_id
      where ${sql.ref(`recordings.${owner}`)} = ${sql.ref(id)}`,
  ).as('chapters')

/** What records are searched by. */
export async function listRecordTexts(
  connection: Connection,
  kind: IndexedKind,
  ids: readonly number[],
): Promise<IndexedTexts[]> {
  const rows = await selectTexts(connection, kind, ids)
  return rows.map(({ is_public, podcast_id, series, chapters, ...texts }) => ({
    ...texts,
    series: readTextRows(series).map(([_ordinal, _id, name = '']) => name),
    chapters: readTextRows(chapters)
      .map(([_ordinal, _start, title = '']) => title)
      .join(' '),
    podcastId: podcast_id ?? undefined,
    isHidden: is_public === 0,
  }))
}

async function selectTexts(connection: Connection, kind: IndexedKind, ids: readonly number[]) {
  const noSubtitle = sql<string | null>`null`.as('subtitle')
  const noPodcast = sql<number | null>`null`.as('podcast_id')
  const noChapters = sql<string | null>`null`.as('chapters')
  const noSeries = sql<string | null>`null`.as('series')
  if (kind === 'audio-book')
    return await connection
      .selectFrom('audio_books')
      .select(['id', 'name', 'description', 'is_public', 'subtitle', noPodcast])
      .select([selectCredits('audio_books'), selectSeriesNames])
      .select(selectChapterTitles('audio_book_id', 'audio_books.id'))
      .where('id', 'in', ids)
      .execute()
  if (kind === 'podcast')
    return await connection
      .selectFrom('podcasts')
      .select(['id', 'name', 'description', 'is_public', noSubtitle, noPodcast])
      .select([selectCredits('podcasts'), noSeries, noChapters])
      .where('id', 'in', ids)
      .execute()
  return await connection
    .selectFrom('episodes')
    .select(['id', 'name', 'description', 'is_public', noSubtitle, 'podcast_id'])
    .select([selectCredits('episodes'), noSeries])
    .select(selectChapterTitles('episode_id', 'episodes.id'))
    .where('id', 'in', ids)
    .execute()
}

/** The ids of the records that a creator has a credit of. */
export async function listRecordsOf(
  connection: Connection,
  kind: IndexedKind,
  creatorId: number,
): Promise<number[]> {
  const owner = owners[kind]
  const rows = await connection
    .selectFrom('credits')
    .where('creator_id', '=', creatorId)
    .where(owner, 'is not', null)
    .select(`${owner} as id`)
    .$narrowType<{ id: NotNull }>()
    .distinct()
    .execute()
  return rows.map((row) => row.id)
}

/** The ids of all episodes of a podcast. */
export async function listEpisodesOf(connection: Connection, podcastId: number): Promise<number[]> {
  const rows = await connection
    .selectFrom('episodes')
    .where('podcast_id', '=', podcastId)
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}

/** The ids of the podcasts of which a creator has a credit in an episode. */
export async function listPodcastsOfEpisodes(connection: Connection, creatorId: number): Promise<number[]> {
  const rows = await connection
    .selectFrom('credits')
    .innerJoin('episodes', 'episodes.id', 'credits.episode_id')
    .where('credits.creator_id', '=', creatorId)
    .select('episodes.podcast_id as id')
    .distinct()
    .execute()
  return rows.map((row) => row.id)
}

/** The ids of the podcasts of episodes. */
export async function listPodcastsOf(
  connection: Connection,
  episodeIds: readonly number[],
): Promise<number[]> {
  const rows = await connection
    .selectFrom('episodes')
    .where('id', 'in', episodeIds)
    .select('podcast_id as id')
    .distinct()
    .execute()
  return rows.map((row) => row.id)
}
