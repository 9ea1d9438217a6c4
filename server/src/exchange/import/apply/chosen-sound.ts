import { type ChosenTrack, isPresent } from '../../../catalogue/editing/chosen-tracks.ts'
import { isJoinOf, type JoinedTracks, storeTracks } from '../../../catalogue/editing/join-tracks.ts'
import { type PresentTrack, setRecordingSound } from '../../../catalogue/editing/recording-files.queries.ts'
import {
  findRecordMedia,
  findRecordSound,
  listMediaIds,
  type RecordRef,
} from '../../../catalogue/editing/records.queries.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import { type DeletedMedia, deleteMedia } from '../../../media/media.queries.ts'
import type { MediaDeps } from '../../../media/storage/files/storage.ts'
import type { RecordFile } from '../import-record.ts'
import type { BookSource } from './book-source.ts'
import { ChangedSinceLook, openSounds } from './library-sounds.ts'

/** The tracks of a book that changes: those that stay, and new ones, which are durable until it is disposed of. */
export interface ChosenSound extends AsyncDisposable {
  readonly tracks: readonly ChosenTrack[]
  readonly isChanged: boolean
}

/**
 * A file that is the same, or missing, keeps its track.
 *
 * @throws ChangedSinceLook; AppError of the storage and of the probe
 */
export async function openChosenSound(
  deps: MediaDeps,
  files: readonly RecordFile[],
  present: readonly PresentTrack[],
  source: BookSource,
): Promise<ChosenSound> {
  const byKey = new Map(present.map((track) => [track.file.sha256, track]))
  const fresh = files.filter(({ fileKey, isMissing }) => !isMissing && !byKey.has(fileKey))
  const opened = await openSounds(
    deps,
    fresh.map((file) => source.soundOf(file)),
    source,
  )
  const audio = new Map(fresh.map(({ pathKey }, place) => [pathKey, opened.audio[place]]))
  const tracks = files.map(({ fileKey, pathKey }) => byKey.get(fileKey) ?? audio.get(pathKey))
  if (!isWhole(tracks)) {
    await opened[Symbol.asyncDispose]()
    throw new ChangedSinceLook()
  }
  const isChanged =
    tracks.length !== present.length || tracks.some((track, place) => track !== present[place])
  return { tracks, isChanged, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() }
}

/** A missing file whose track is not there any more has been replaced by an editor. */
function isWhole(tracks: readonly (ChosenTrack | undefined)[]): tracks is ChosenTrack[] {
  return !tracks.includes(undefined)
}

/**
 * Puts the chosen tracks in the place of a recording's.
 *
 * @returns the media that are not there any more
 * @throws ChangedSinceLook where the tracks were changed meanwhile
 */
export async function replaceSound(
  transaction: Connection,
  record: RecordRef,
  { tracks, joined }: { readonly tracks: readonly ChosenTrack[]; readonly joined: JoinedTracks },
): Promise<DeletedMedia[]> {
  const before = await findRecordMedia(transaction, record)
  if (!before || before.recording_id === null) return []
  const present = (await findRecordSound(transaction, before)).tracks
  const ids = new Set(present.map(({ mediaId }) => mediaId))
  const areThere = tracks.every((track) => !isPresent(track) || ids.has(track.mediaId))
  if (!areThere || !isJoinOf(tracks, joined)) throw new ChangedSinceLook()
  const former = await listMediaIds(transaction, [before])
  await setRecordingSound(transaction, before.recording_id, await storeTracks(transaction, tracks, joined))
  const after = await findRecordMedia(transaction, record)
  const remaining = new Set(await listMediaIds(transaction, after ? [after] : []))
  return await deleteMedia(
    transaction,
    former.filter((id) => !remaining.has(id)),
  )
}
