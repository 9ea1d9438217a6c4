import { sql } from 'kysely'
import { transcriptsOf } from './transcripts.queries.ts'
import { selectCredits } from '../../catalogue/creators/credits.queries.ts'
import { isPublicOrUnlisted } from '../../catalogue/editing/record-rows.queries.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { originBytes } from './items.queries.ts'

/** The recordings of a library, without drafts, with sound, a row for each file. */
function selectItems(connection: Connection, userId: string) {
  return connection
    .selectFrom('library_entries')
    .innerJoin('recordings', 'recordings.id', 'library_entries.recording_id')
    .leftJoin('audio_books', 'audio_books.id', 'recordings.audio_book_id')
    .leftJoin('episodes', 'episodes.id', 'recordings.episode_id')
    .leftJoin('podcasts', 'podcasts.id', 'episodes.podcast_id')
    .where('library_entries.user_id', '=', userId)
    .where((is) =>
      is.or([
        is('audio_books.is_public', '=', sql.lit<1>(1)),
        is.and([is('episodes.is_public', '=', sql.lit<1>(1)), isPublicOrUnlisted]),
      ]),
    )
}

export interface LibraryState {
  readonly tag: string
  /** The latest change of what it tells, epoch milliseconds; null for an empty one. */
  readonly changedAt: number | null
}

/** Another one after each change of the entries or of their records' feeds. */
export async function findLibraryState(connection: Connection, userId: string): Promise<LibraryState> {
  const { count, last, revisions, changedAt } = await selectItems(connection, userId)
    .leftJoin('podcast_feeds', 'podcast_feeds.podcast_id', 'podcasts.id')
    .leftJoin('audio_book_feeds', 'audio_book_feeds.audio_book_id', 'audio_books.id')
    .select((is) => [
      is.fn.countAll<number>().as('count'),
      is.fn.max('library_entries.id').as('last'),
      sql<number | null>`cast(sum(coalesce(podcast_feeds.revision, audio_book_feeds.revision)) as bigint)`.as(
        'revisions',
      ),
      sql<number | null>`max(coalesce(podcast_feeds.changed_at, audio_book_feeds.changed_at))`.as(
        'changedAt',
      ),
    ])
    .executeTakeFirstOrThrow()
  return { tag: `${count}-${last ?? 0}-${revisions ?? 0}`, changedAt }
}

function selectFiles(connection: Connection, userId: string) {
  return selectItems(connection, userId)
    .leftJoin('recording_files as file', 'file.recording_id', 'recordings.id')
    .leftJoin('media', (join) =>
      join.on((is) => is('media.id', '=', is.fn.coalesce('file.media_id', 'recordings.media_id'))),
    )
    .where((is) => is.or([is('media.id', 'is not', null), is('recordings.relay_key', 'is not', null)]))
}

export async function countLibraryItems(connection: Connection, userId: string): Promise<number> {
  const { count } = await selectFiles(connection, userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const filesCount = sql<number>`(select count(*) from recording_files where recording_files.recording_id = recordings.id)`
const chaptersCount = sql<number>`(select count(*) from chapters where chapters.recording_id = recordings.id)`

/** The guid of the feed that an episode comes from; one of our own where an older episode has it. */
const uniqueGuid = sql<string | null>`case when exists (select 1 from episodes as older
    where older.feed_guid = episodes.feed_guid and older.id < episodes.id)
  then concat('earmark-episode-', episodes.id, '@', podcast_feeds.host) else episodes.feed_guid end`

/** The entries added last first, the files of one in their order. */
export async function pageLibraryItems(
  connection: Connection,
  userId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) {
  return await selectFiles(connection, userId)
    .leftJoin('audio_book_feeds', 'audio_book_feeds.audio_book_id', 'audio_books.id')
    .leftJoin('podcast_feeds', 'podcast_feeds.podcast_id', 'podcasts.id')
    .leftJoin('media as cover', (join) =>
      join.on((is) =>
        is(
          'cover.id',
          '=',
          is.fn.coalesce('episodes.cover_media_id', 'podcasts.cover_media_id', 'audio_books.cover_media_id'),
        ),
      ),
    )
    .orderBy('library_entries.id', 'desc')
    .orderBy('file.ordinal')
    .limit(limit)
    .offset(offset)
    .select(['audio_books.id as book_id', 'audio_books.name as book_name', 'audio_book_feeds.host'])
    .select(['audio_books.description as book_description', 'audio_books.created_at as book_created_at'])
    .select(['episodes.id', 'episodes.name', 'episodes.description', 'episodes.number', 'episodes.season'])
    .select('episodes.label')
    .select(['episodes.notes', 'episodes.type', 'episodes.created_at', 'episodes.published_at'])
    .select(uniqueGuid.as('guid'))
    .select(['podcasts.id as podcast_id', 'podcasts.name as podcast_name', 'recordings.chapters_version'])
    .select([
      'media.key',
      'media.content_type',
      'media.size_bytes',
      'media.joined_bytes',
      'cover.key as cover_key',
    ])
    .select(['recordings.relay_key', 'recordings.relay_type', 'recordings.relay_duration_ms'])
    .select(['file.ordinal', 'file.title', selectCredits('episodes'), originBytes.as('origin_bytes')])
    .select((is) => [
      is.fn.coalesce('episodes.is_explicit', 'audio_books.is_explicit').as('is_explicit'),
      is.fn.coalesce('file.duration_ms', 'media.duration_ms').as('duration_ms'),
      filesCount.as('files_count'),
      chaptersCount.as('chapters_count'),
      transcriptsOf.as('transcripts'),
    ])
    .execute()
}

export type LibraryItemRow = Awaited<ReturnType<typeof pageLibraryItems>>[number]
