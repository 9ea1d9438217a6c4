import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '../../db/engine/dialect.ts'
import { AppError } from '../../errors.ts'
import { insertAllMedia, insertMedia, type NewMedia } from '../../media/media.queries.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { type ReceivedIndex, receiveIndex } from '../../media/probe/ingest.ts'
import { probeProcess } from '../../media/probe/probe-process.ts'
import { reserveFiles } from '../../media/storage/unused-files.ts'
import {
  type AudioForm,
  type ChosenTrack,
  chosenTracks,
  isPresent,
  isUnchanged,
  type NewAudio,
} from './chosen-tracks.ts'
import type { RecordingSound, StoredTrack } from './recording-files.queries.ts'
import { findRecordMedia, findRecordSound, type RecordRef } from './records.queries.ts'

/** To be bound by `await using`; durable until then. */
export interface JoinedTracks extends AsyncDisposable {
  /** What the address of all of them serves; null where no one decoder plays them one after another. */
  readonly media: NewMedia | null
  readonly tracks: readonly { readonly sha256: string /** What it plays. */; readonly durationMs: number }[]
}

const nothing: JoinedTracks = {
  media: null,
  tracks: [],
  [Symbol.asyncDispose]: () => Promise.resolve(),
}

/** Nothing for a form that leaves a recording as it is, with one file or with none. */
export async function joinChosenTracks(
  deps: MediaDeps,
  record: RecordRef,
  form: AudioForm,
): Promise<JoinedTracks> {
  const { connection } = deps.db
  const present = await findRecordMedia(connection, record)
  if (!present) return nothing
  const sound = { ...(await findRecordSound(connection, present)), publicUrl: deps.config.publicUrl }
  const tracks = chosenTracks(form, sound)
  return tracks === null || isUnchanged(tracks, sound) ? nothing : await joinTracks(deps, tracks)
}

/**
 * The joined medium of several stored files (0045). Before the transaction: others would wait for the reading. A bucket's
 * files are fetched for it.
 *
 * @throws AppError of the storage and of the probe
 */
export async function joinTracks(deps: MediaDeps, tracks: readonly ChosenTrack[]): Promise<JoinedTracks> {
  if (tracks.length < 2) return nothing
  const files = tracks.map(fileOf)
  const found = isKnownApart(tracks) ? null : await joinFiles(deps, files)
  if (found === null) {
    return {
      ...nothing,
      tracks: files.map(({ sha256 }, index) => ({ sha256, durationMs: tracks[index]?.durationMs ?? 0 })),
    }
  }
  const { partsMs } = found
  const joined = files.map(({ sha256 }, index) => ({ sha256, durationMs: partsMs[index] ?? 0 }))
  const media = { ...found.media, joined: { ...found.joined, parts: files } }
  await using index = found.file
  const claim = await reserveFiles(deps, [media])
  const release = () =>
    claim().catch((error: unknown) => deps.log.warn({ err: error }, 'discarding a joined medium'))
  try {
    await index.keep(media.contentType)
    return { media, tracks: joined, [Symbol.asyncDispose]: release }
  } catch (error) {
    await release()
    throw error
  }
}

/** Whether looking into each of them has told already that no one decoder plays them all. */
function isKnownApart(tracks: readonly ChosenTrack[]): boolean {
  const keys = tracks.map((track) => (isPresent(track) ? undefined : track.joinKey))
  return !keys.includes(undefined) && (keys.includes(null) || new Set(keys).size > 1)
}

/** A removal of the same bytes that began before may have one of the files aside for a moment (`unused-files.ts`). */
const pausesMs = [100, 400, 1_600]
const asideCodes: ReadonlySet<string> = new Set(['NotFound', 'BrokenMedia'])

async function joinFiles(deps: MediaDeps, files: readonly NewMedia[]): Promise<ReceivedIndex | null> {
  for (const pauseMs of pausesMs) {
    try {
      return await joinLocalFiles(deps, files)
    } catch (error) {
      if (!(error instanceof AppError) || !asideCodes.has(error.code)) throw error
    }
    await pause(pauseMs)
  }
  return await joinLocalFiles(deps, files)
}

async function joinLocalFiles(deps: MediaDeps, files: readonly NewMedia[]): Promise<ReceivedIndex | null> {
  await using local = new AsyncDisposableStack()
  const sounds: { path: string; sizeBytes: number; sha256: string }[] = []
  for (const { sha256, sizeBytes } of files) {
    const { path } = local.use(await deps.storage.localFile({ sha256, sizeBytes }))
    sounds.push({ path, sizeBytes, sha256 })
  }
  return await receiveIndex(deps, sounds, probeProcess.forUpload())
}

/** Whether several files are those that were joined: the record may have changed meanwhile. */
export function isJoinOf(tracks: readonly ChosenTrack[], joined: JoinedTracks): boolean {
  if (tracks.length < 2) return true
  const hashes = tracks.map((track) => fileOf(track).sha256)
  return JSON.stringify(hashes) === JSON.stringify(joined.tracks.map(({ sha256 }) => sha256))
}

/** Writes the media of new files and of the address of several. */
export async function storeTracks(
  transaction: Connection,
  tracks: readonly ChosenTrack[],
  joined: JoinedTracks,
): Promise<RecordingSound> {
  const added = tracks.filter((track): track is NewAudio => !isPresent(track))
  const media = (await insertAllMedia(transaction, added)).values()
  const stored: StoredTrack[] = tracks.map((track, index) => {
    const { mediaId, title, fileName } = isPresent(track) ? track : newTrack(track, media.next().value?.id)
    return { mediaId, title, fileName, durationMs: joined.tracks[index]?.durationMs ?? 0 }
  })
  if (stored.length < 2) return { mediaId: stored[0]?.mediaId ?? null, tracks: [] }
  const address = joined.media && (await insertMedia(transaction, joined.media))
  return { mediaId: address?.id ?? null, tracks: stored }
}

function newTrack(audio: NewAudio, mediaId = Number.NaN): Omit<StoredTrack, 'durationMs'> {
  return { mediaId, title: titleOf(audio), fileName: audio.fileName ?? null }
}

const maxTitleLength = 500

function titleOf({ tags }: NewAudio): string | null {
  return tags?.title?.replaceAll(/\p{Cc}+/gu, ' ').slice(0, maxTitleLength) ?? null
}

/** Without its index, where it has one. */
function fileOf(track: ChosenTrack): NewMedia {
  if (isPresent(track)) return track.file
  const { tags: _tags, fileName: _fileName, joinKey: _joinKey, joined, ...file } = track
  return joined?.parts[0] ?? file
}
