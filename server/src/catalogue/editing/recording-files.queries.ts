import type { Connection } from '../../db/engine/dialect.ts'

/** The recording of a new audio book or episode. */
export async function insertRecording(
  connection: Connection,
  owner: { readonly audio_book_id: number } | { readonly episode_id: number },
  audioMediaId: number | null,
): Promise<void> {
  const { id } = await connection
    .insertInto('recordings')
    .values(owner)
    .returning('id')
    .executeTakeFirstOrThrow()
  await setRecordingFile(connection, id, audioMediaId)
}

/** Replaces the file of a recording; null removes it. */
export async function setRecordingFile(
  connection: Connection,
  recordingId: number,
  mediaId: number | null,
): Promise<void> {
  if (mediaId === null) {
    await connection.deleteFrom('recording_files').where('recording_id', '=', recordingId).execute()
    return
  }
  await connection
    .insertInto('recording_files')
    .values({ recording_id: recordingId, ordinal: 0, media_id: mediaId })
    .onConflict((conflict) =>
      conflict.columns(['recording_id', 'ordinal']).doUpdateSet({ media_id: mediaId }),
    )
    .execute()
}
