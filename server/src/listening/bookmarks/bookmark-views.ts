import type { Bookmark, BookmarkedRecord } from '@earmark/contract/bookmarks.ts'
import type { Recording } from '../../catalogue/recordings/recordings.ts'
import type { ChapteredRow } from './bookmarks.queries.ts'

/** What a bookmark tells of a record. */
function recordOf(record: BookmarkedRecord | null): BookmarkedRecord | null {
  if (record === null) return null
  const { id, name, coverImagePreviewUrl, coverColor, coverPlaceholder, coverWidth, coverHeight } = record
  return { id, name, coverImagePreviewUrl, coverColor, coverPlaceholder, coverWidth, coverHeight }
}

const seconds = (ms: number): number => ms / 1000
const instant = (ms: number): string => new Date(ms).toISOString()

/** In the order of `rows`, without those whose recording is not among `recordings`. */
export function viewBookmarks(
  rows: readonly ChapteredRow[],
  recordings: ReadonlyMap<number, Recording>,
): Bookmark[] {
  return rows.flatMap((row) => {
    const recording = recordings.get(row.recording_id)
    if (!recording) return []
    return [
      {
        id: row.id,
        clientId: row.client_id,
        audioBook: recordOf(recording.audioBook),
        podcast: recordOf(recording.podcast),
        podcastEpisode: recordOf(recording.podcastEpisode),
        startSeconds: seconds(row.start_ms),
        endSeconds: row.end_ms === null ? null : seconds(row.end_ms),
        note: row.note,
        chapterTitle: row.chapter_title,
        createdAt: instant(row.created_at),
        updatedAt: instant(row.updated_at),
        version: row.version,
      },
    ]
  })
}
