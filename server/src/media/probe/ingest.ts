import { Readable } from 'node:stream'
import { type AudioTags, joinAudio, probeAudio, type SoundFile } from './audio.ts'
import { type Picture, probePlaceholder, renderCover, renderPreview } from './images.ts'
import type { NewMedia } from '../media.queries.ts'
import type { ReceivedFile, MediaDeps } from '../storage/files/storage.ts'

type IngestDeps = Pick<MediaDeps, 'config' | 'storage' | 'clock'>

export interface IngestedAudio extends NewMedia {
  readonly tags: AudioTags
}

/** In-process for commands, in a child process for the server. */
export interface MediaProbe {
  readonly renderCover: typeof renderCover
  readonly renderPreview: typeof renderPreview
  readonly probePlaceholder: typeof probePlaceholder
  readonly probeAudio: typeof probeAudio
  readonly joinAudio: typeof joinAudio
}

const inProcessProbe: MediaProbe = { renderCover, renderPreview, probePlaceholder, probeAudio, joinAudio }

export interface Received<Media extends NewMedia = NewMedia> {
  readonly file: ReceivedFile
  readonly media: Media
  /** The files that a joined medium refers to, as far as they have been received with it. */
  readonly parts?: readonly Received[]
}

export async function probeReceivedAudio(
  deps: IngestDeps,
  file: ReceivedFile,
  probe: MediaProbe,
): Promise<Received<IngestedAudio>> {
  const { contentType, durationMs, tags, chapters, needsIndex } = await probe.probeAudio(
    file.path,
    file.sizeBytes,
  )
  const { sha256, sizeBytes } = file
  const createdAt = deps.clock()
  const media = { sha256, sizeBytes, contentType, durationMs, chapters, ...noPicture, createdAt }
  const index = needsIndex ? await receiveIndex(deps, [{ ...media, path: file.path }], probe) : null
  if (index === null) return { file, media: { ...media, tags } }
  const joined = { ...index.joined, parts: [media] }
  return { file: index.file, media: { ...index.media, joined, tags }, parts: [{ file, media }] }
}

const noPicture = { width: null, height: null, color: null, placeholder: null }
const indexPieceBytes = 256 * 1024

export interface ReceivedIndex extends Received {
  readonly joined: { readonly sizeBytes: number }
  /** What each file plays. */
  readonly partsMs: readonly number[]
}

/**
 * The index of a joined medium of these files.
 *
 * @returns null where one decoder does not play them one after another
 */
export async function receiveIndex(
  deps: Pick<IngestDeps, 'storage' | 'clock'>,
  files: readonly SoundFile[],
  probe: MediaProbe,
): Promise<ReceivedIndex | null> {
  const found = await probe.joinAudio(
    files.map(({ path, sizeBytes, sha256 }) => ({ path, sizeBytes, sha256 })),
  )
  if (found === null) return null
  const file = await deps.storage.receive(Readable.from(piecesOf(found.index)), Number.MAX_SAFE_INTEGER)
  const { sha256, sizeBytes } = file
  const { durationMs } = found
  const contentType = 'audio/mp4' as const
  const media = { sha256, sizeBytes, contentType, durationMs, ...noPicture, createdAt: deps.clock() }
  return { file, media, joined: { sizeBytes: found.sizeBytes }, partsMs: found.partsMs }
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += indexPieceBytes) yield bytes.subarray(at, at + indexPieceBytes)
}

/** @throws AppError of the probe; `InsufficientStorage`, `ServiceUnavailable` */
export async function renderReceivedCover(
  deps: IngestDeps,
  file: ReceivedFile,
  probe: MediaProbe,
): Promise<{ cover: Received; preview: Received }> {
  const pictures = await probe.renderCover(file.path, file.sizeBytes)
  const cover = await receivePicture(deps, pictures.cover)
  return await orDispose(cover.file, async () => {
    return { cover, preview: await receivePicture(deps, pictures.preview) }
  })
}

export async function receivePreview(
  deps: IngestDeps,
  source: AsyncIterable<Uint8Array>,
  probe = inProcessProbe,
): Promise<Received> {
  await using file = await deps.storage.receive(source, deps.config.maxImageBytes)
  return await renderReceivedPreview(deps, file, probe)
}

export async function renderReceivedPreview(
  deps: IngestDeps,
  file: ReceivedFile,
  probe: MediaProbe,
): Promise<Received> {
  return await receivePicture(deps, await probe.renderPreview(file.path, file.sizeBytes))
}

async function receivePicture(deps: IngestDeps, picture: Picture): Promise<Received> {
  const { bytes, ...placeholder } = picture
  const file = await deps.storage.receive(Readable.from([bytes]), Number.MAX_SAFE_INTEGER)
  const { sha256, sizeBytes } = file
  const contentType = 'image/webp' as const
  const media = { sha256, sizeBytes, contentType, durationMs: null, ...placeholder, createdAt: deps.clock() }
  return { file, media }
}

export async function ingestAudio(deps: IngestDeps, source: Readable): Promise<IngestedAudio> {
  await using file = await deps.storage.receive(source, deps.config.maxAudioBytes)
  return await keepReceived(await probeReceivedAudio(deps, file, inProcessProbe))
}

export async function ingestCover(
  deps: IngestDeps,
  source: Readable,
): Promise<{ cover: NewMedia; preview: NewMedia }> {
  await using file = await deps.storage.receive(source, deps.config.maxImageBytes)
  const { cover, preview } = await renderReceivedCover(deps, file, inProcessProbe)
  await using files = new AsyncDisposableStack()
  files.use(preview.file)
  return { cover: await keepReceived(cover), preview: await keepReceived(preview) }
}

async function keepReceived<Media extends NewMedia>(received: Received<Media>): Promise<Media> {
  for (const part of received.parts ?? []) await keepReceived(part)
  await using file = received.file
  await file.keep(received.media.contentType)
  return received.media
}

async function orDispose<T>(file: ReceivedFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await file[Symbol.asyncDispose]()
    throw error
  }
}
