import type { Connection } from '../../../db/engine/dialect.ts'
import { listSoundFiles } from '../../../catalogue/editing/recording-chapters.queries.ts'
import { fileKeyOf } from '../plan/present.ts'
import type { SoundHere } from '../plan/mapped-time.ts'

/** The files of a recording, in their order; of a library's book with what names them in its folder. */
export async function listSoundsHere(connection: Connection, recordingId: number): Promise<SoundHere[]> {
  const sounds = await listSoundFiles(connection, recordingId)
  const files = await connection
    .selectFrom('recordings')
    .innerJoin('library_books as book', 'book.audio_book_id', 'recordings.audio_book_id')
    .innerJoin('library_folders as folder', 'folder.id', 'book.folder_id')
    .innerJoin('library_book_files as file', 'file.book_id', 'book.id')
    .where('recordings.id', '=', recordingId)
    .orderBy('file.ordinal')
    .select(['folder.name', 'file.path'])
    .execute()
  const paths = files.length === sounds.length ? files.map(({ name, path }) => fileKeyOf(name, path)) : []
  return sounds.map(({ durationMs }, place) => ({ path: paths[place] ?? null, durationMs }))
}
