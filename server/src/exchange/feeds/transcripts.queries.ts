import { sql } from 'kysely'
import { isPodcastShownTo } from '../../catalogue/editing/record-rows.queries.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { TranscriptFormat } from '@earmark/contract/feeds.ts'

/** Of podcast:transcript (Podcasting 2.0). */
export const transcriptTypes: Readonly<Record<TranscriptFormat, string>> = {
  vtt: 'text/vtt',
  srt: 'application/x-subrip',
  json: 'application/json',
}

/** Those of an episode in one text, without their content. */
export const transcriptsOf = sql<
  string | null
>`(select string_agg(concat(format, ' ', cast(revision as text), ' ', language), ',')
  from transcripts where transcripts.episode_id = episodes.id)`

export interface ToldTranscript {
  readonly format: TranscriptFormat
  readonly revision: number
  readonly language: string | null
}

export function readTranscripts(selected: string | null): ToldTranscript[] {
  const all = (selected ?? '')
    .split(',')
    .filter(Boolean)
    .map((one) => one.split(' '))
  const told = all.map(([format, revision, language]) => {
    return { format: format as TranscriptFormat, revision: Number(revision), language: language || null }
  })
  return told.toSorted((one, other) => (one.format < other.format ? 1 : -1))
}

/** Of an episode that an account sees, or that everybody sees; undefined also for a revision that is not the present one. */
export async function findTranscript(
  connection: Connection,
  { episodeId, revision, format }: { episodeId: number; revision: number; format: string },
  userId: string | null,
): Promise<{ content: string; podcastId: number } | undefined> {
  return await connection
    .selectFrom('transcripts')
    .innerJoin('episodes', 'episodes.id', 'transcripts.episode_id')
    .innerJoin('podcasts', 'podcasts.id', 'episodes.podcast_id')
    .where('transcripts.episode_id', '=', episodeId)
    .where('transcripts.format', '=', format as TranscriptFormat)
    .where('transcripts.revision', '=', revision)
    .where('episodes.is_public', '=', 1)
    .where(userId === null ? sql<boolean>`podcasts.is_public = 1` : isPodcastShownTo(userId))
    .select(['transcripts.content', 'podcasts.id as podcastId'])
    .executeTakeFirst()
}
