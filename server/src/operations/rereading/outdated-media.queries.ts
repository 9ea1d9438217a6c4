import type { Connection } from '../../db/engine/dialect.ts'
import { type MediaContentType, readerVersions } from '../../media/content-type.ts'
import { insertMedia, insertParts, type NewMedia } from '../../media/media.queries.ts'

export interface ReadMedium {
  readonly id: number
  readonly key: string
  readonly sha256: string
  readonly origin: 'library' | null
  readonly size_bytes: number
  readonly content_type: string
  readonly duration_ms: number | null
  readonly color: string | null
  readonly placeholder: string | null
  readonly chapters: string | null
  readonly reader_version: number
}

export type Findings = Pick<ReadMedium, 'duration_ms' | 'color' | 'placeholder' | 'chapters'>

const mediaAtOnce = 500

export async function* listOutdatedMedia(connection: Connection): AsyncGenerator<ReadMedium[], void> {
  for (let after = 0; ; ) {
    const rows = await connection
      .selectFrom('media')
      .where('id', '>', after)
      // What is known of a joined medium comes from its parts.
      .where('joined_bytes', 'is', null)
      .orderBy('id')
      .limit(mediaAtOnce)
      .select(['id', 'key', 'sha256', 'origin', 'size_bytes', 'content_type'])
      .select(['duration_ms', 'color', 'placeholder', 'chapters', 'reader_version'])
      .execute()
    const outdated = rows.filter((row) => row.reader_version < presentVersion(row))
    if (outdated.length > 0) yield outdated
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

export async function updateFindings(
  connection: Connection,
  medium: ReadMedium,
  { duration_ms, color, placeholder, chapters }: Findings,
): Promise<void> {
  await connection
    .updateTable('media')
    .set({ duration_ms, color, placeholder, chapters, reader_version: presentVersion(medium) })
    .where('id', '=', medium.id)
    .execute()
  if (duration_ms === null) return
  const unjoined = connection.selectFrom('recordings').where('media_id', 'is', null).select('id')
  // In a joined medium a file lasts as long as its samples there.
  await connection
    .updateTable('recording_files')
    .set({ duration_ms })
    .where('media_id', '=', medium.id)
    .where('recording_id', 'in', unjoined)
    .execute()
}

/** Whether a recording has the medium itself, and not a joined one of it. */
export async function isFile(connection: Connection, { id }: ReadMedium): Promise<boolean> {
  for (const table of recordingTables) {
    const using = connection.selectFrom(table).where('media_id', '=', id).select('media_id')
    if ((await using.executeTakeFirst()) !== undefined) return true
  }
  return false
}

/** Puts a joined medium of it in the place of a recording's medium, unless that was replaced meanwhile. */
export async function replaceByJoined(
  transaction: Connection,
  { id }: ReadMedium,
  { media, joined }: { readonly media: NewMedia; readonly joined: { readonly sizeBytes: number } },
): Promise<void> {
  for (const table of recordingTables) {
    // Locks the rows against an editor's replacement.
    const using = transaction.updateTable(table).set({ media_id: id }).where('media_id', '=', id)
    if ((await using.returning('media_id').execute()).length === 0) continue
    const { id: joinedId } = await insertMedia(transaction, { ...media, joined: { ...joined, parts: [] } })
    await insertParts(transaction, joinedId, [id])
    await transaction.updateTable(table).set({ media_id: joinedId }).where('media_id', '=', id).execute()
    return
  }
}

/** A file is in one of them, and in one row. */
const recordingTables = ['recordings', 'recording_files'] as const

/** The recordings that sound from a medium, whether it is their own, a file of theirs or a part of a joined one. */
export async function listRecordingsFrom(connection: Connection, { id }: ReadMedium) {
  const joined = connection.selectFrom('joined_parts').where('media_id', '=', id).select('joined_id')
  const files = connection
    .selectFrom('recording_files')
    .where((is) => is.or([is('media_id', '=', id), is('media_id', 'in', joined)]))
    .select('recording_id')
  return await connection
    .selectFrom('recordings')
    .where((is) => is.or([is('media_id', '=', id), is('media_id', 'in', joined), is('id', 'in', files)]))
    .select(['id', 'audio_book_id', 'episode_id'])
    .execute()
}

function presentVersion({ content_type }: ReadMedium): number {
  return readerVersions[content_type as MediaContentType]
}
