import type { EpisodeType } from '@earmark/contract/episodes.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import type { CoverIds } from '../../media/upload/record-media.queries.ts'
import { columnOr, flagColumn } from '../editing/record-fields.ts'
import type { NewPublishing } from '../editing/record-rows.queries.ts'
import { insertRecording, type RecordingSound } from '../editing/recording-files.queries.ts'

export interface NewEpisode
  extends CoverIds,
    NewPublishing,
    Partial<Omit<ReturnType<typeof newEpisodeColumns>, 'published_at'>> {
  podcast_id: number
  number: number
  name: string
  description: string | null
  sound: RecordingSound
}

/** The fields of an episode's form that its row keeps, beside number, name and description. */
export interface EpisodeFields {
  readonly season?: number | null | undefined
  readonly episodeType?: EpisodeType | null | undefined
  readonly isExplicit?: boolean | null | undefined
  readonly publishedAt?: string | null | undefined
}

export function newEpisodeColumns(fields: EpisodeFields) {
  return {
    season: fields.season,
    type: columnOr<EpisodeType>(fields.episodeType, 'Full'),
    is_explicit: columnOr(flagColumn(fields.isExplicit), 0),
    published_at: fields.publishedAt == null ? undefined : Date.parse(fields.publishedAt),
  }
}

/** Without a date of its own, an episode shows when it became public here. */
export function episodeColumns(fields: EpisodeFields) {
  const columns = newEpisodeColumns(fields)
  return fields.publishedAt === null ? { ...columns, published_at: sql<number | null>`public_at` } : columns
}

/** What its feed says of an episode's number ends for good where an editor gives it another one: empty, not null. */
export function renumbered(number: number) {
  return {
    number,
    label: sql<string | null>`case when number = ${number} then label else '' end`,
  }
}

export async function listEpisodeNumbers(connection: Connection, podcastId: number): Promise<number[]> {
  const query = connection.selectFrom('episodes').select('number').where('podcast_id', '=', podcastId)
  return (await query.orderBy('number').execute()).map((row) => row.number)
}

/** With its recording. */
export async function insertEpisode(
  connection: Connection,
  { sound, ...episode }: NewEpisode,
  now: number,
): Promise<number> {
  const { id } = await connection
    .insertInto('episodes')
    .values({
      ...episode,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRecording(connection, { episode_id: id }, sound)
  await markFirstPublic(connection, episode.podcast_id, now, id)
  return id
}

/**
 * Notes when episodes became public here for the first time, of a podcast that is public, or its followers'. Under the lock of the podcast:
 * within it, what becomes public later has a later time, whatever clocks say (0035).
 *
 * @param id one episode instead of all of the podcast
 */
export async function markFirstPublic(
  connection: Connection,
  podcastId: number,
  now: number,
  id?: number,
): Promise<void> {
  const next = sql<number>`case when max(public_at) >= ${now} then max(public_at) + 1 else cast(${now} as bigint) end`
  await setPublicAt(connection, podcastId, { next, now, id })
}

/** As `markFirstPublic`, of episodes that are older than those that were public: they are new to no follower. */
export async function markPublicBefore(
  connection: Connection,
  podcastId: number,
  now: number,
): Promise<void> {
  const next = sql<number>`coalesce(min(public_at), cast(${now} as bigint))`
  await setPublicAt(connection, podcastId, { next, now })
}

interface FirstPublic {
  readonly next: RawBuilder<number>
  readonly now: number
  readonly id?: number | undefined
}

async function setPublicAt(
  connection: Connection,
  podcastId: number,
  { next, now, id }: FirstPublic,
): Promise<void> {
  const podcast = connection
    .selectFrom('podcasts')
    .where('id', '=', podcastId)
    .where((is) => is.or([is('is_public', '=', 1), is('is_unlisted', '=', 1)]))
  const newest = connection.selectFrom('episodes').where('podcast_id', '=', podcastId)
  const episodes = connection
    .updateTable('episodes')
    .set({
      public_at: newest.select(next.as('next')),
      published_at: sql<number>`coalesce(published_at, cast(${now} as bigint))`,
    })
    .where('podcast_id', 'in', podcast.select('id'))
    .where('is_public', '=', 1)
    .where('public_at', 'is', null)
  await (id === undefined ? episodes : episodes.where('id', '=', id)).execute()
}
