import type { ChapterSource } from '@earmark/contract/chapters.ts'
import { sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import type { FileChapter } from '../../media/chapters/chapter-list.ts'
import { chaptersOfFiles, type SoundFile } from '../../media/chapters/file-chapters.ts'

/** Chapters as they are stored for a recording. */
export interface ChapterList {
  readonly source: ChapterSource
  readonly chapters: readonly FileChapter[]
}

/** The chapters of a recording that lie in its sound; those of an editor stay beyond it, too. @param durationMs null where it is unknown */
export async function listChapters(
  connection: Connection,
  recordingId: number,
  durationMs: number | null = null,
): Promise<FileChapter[]> {
  return await connection
    .selectFrom('chapters')
    .where('recording_id', '=', recordingId)
    .where('start_ms', '<', durationMs ?? Number.MAX_SAFE_INTEGER)
    .select(['start_ms as startMs', 'title'])
    .orderBy('ordinal')
    .execute()
}

const rowsAtOnce = 200

/** Who wrote chapters, and when. */
interface Saving {
  readonly userId: string
  readonly now: number
}

/** Replaces the chapters of a recording. @param saving of an editor @returns their new version */
export async function writeChapters(
  connection: Connection,
  recordingId: number,
  { source, chapters }: ChapterList,
  saving?: Saving,
): Promise<number> {
  await connection.deleteFrom('chapters').where('recording_id', '=', recordingId).execute()
  await insertChapters(connection, recordingId, chapters)
  const { chapters_version } = await connection
    .updateTable('recordings')
    .set({ chapters_source: source, chapters_version: sql`chapters_version + 1` })
    .set((is) => ({
      // The account may have been deleted since it was admitted.
      chapters_saved_by: saving
        ? is.selectFrom('users').where('users.id', '=', saving.userId).select('users.id')
        : null,
      chapters_saved_at: saving?.now ?? null,
    }))
    .where('id', '=', recordingId)
    .returning('chapters_version')
    .executeTakeFirstOrThrow()
  return chapters_version
}

/** Of a recording that has none. */
export async function insertChapters(
  connection: Connection,
  recordingId: number,
  chapters: readonly FileChapter[],
): Promise<void> {
  const rows = chapters.map(({ startMs, title }, ordinal) => {
    return { recording_id: recordingId, ordinal, start_ms: startMs, title }
  })
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    await connection
      .insertInto('chapters')
      .values(rows.slice(start, start + rowsAtOnce))
      .execute()
}

/** The files of a recording in their order. */
export async function listSoundFiles(connection: Connection, recordingId: number): Promise<SoundFile[]> {
  const rows = await connection
    .selectFrom('recordings')
    .leftJoin('recording_files as file', 'file.recording_id', 'recordings.id')
    .innerJoin('media', (join) =>
      join.on((is) => is('media.id', '=', is.fn.coalesce('file.media_id', 'recordings.media_id'))),
    )
    .leftJoin('joined_parts', 'joined_parts.joined_id', 'media.id')
    .leftJoin('media as part', 'part.id', 'joined_parts.media_id')
    .where('recordings.id', '=', recordingId)
    .orderBy('file.ordinal')
    .select(['media.duration_ms', 'file.duration_ms as track_ms', 'file.title', 'file.file_name'])
    .select(['media.chapters', 'part.chapters as part_chapters'])
    .execute()
  return rows.map((row) => ({
    durationMs: row.track_ms ?? row.duration_ms ?? 0,
    title: row.title ?? '',
    name: row.file_name ?? '',
    chapters: JSON.parse(row.part_chapters ?? row.chapters ?? '[]') as FileChapter[],
  }))
}

/** What the sound of a recording says of chapters. */
export async function listSoundChapters(connection: Connection, recordingId: number): Promise<ChapterList> {
  const files = await listSoundFiles(connection, recordingId)
  const chapters = chaptersOfFiles(files)
  const source = files.length > 1 ? 'Files' : 'Embedded'
  return { source: chapters.length === 0 ? 'None' : source, chapters }
}

/**
 * Gives a recording the chapters of its present sound, unless an editor or a feed has stated them.
 *
 * @returns whether they are others than before
 */
export async function followSound(connection: Connection, recordingId: number): Promise<boolean> {
  const { chapters_source: source } = await connection
    .selectFrom('recordings')
    .where('id', '=', recordingId)
    .select('chapters_source')
    .executeTakeFirstOrThrow()
  if (source === 'Hand' || source === 'Feed') return false
  const list = await listSoundChapters(connection, recordingId)
  const present = await listChapters(connection, recordingId)
  if (isSameList({ source, chapters: present }, list)) return false
  await writeChapters(connection, recordingId, list)
  return true
}

export function isSameList(one: ChapterList, other: ChapterList): boolean {
  const isSame = ({ startMs, title }: FileChapter, place: number) =>
    startMs === other.chapters[place]?.startMs && title === other.chapters[place].title
  return (
    one.source === other.source && one.chapters.length === other.chapters.length && one.chapters.every(isSame)
  )
}
