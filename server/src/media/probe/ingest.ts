import { Readable } from 'node:stream'
import type { MediaDeps } from '../storage/media-deps.ts'
import { type AudioTags, probeAudio } from './audio.ts'
import { type Picture, probePlaceholder, renderCover, renderPreview } from './images.ts'
import type { NewMedia } from '../media.queries.ts'
import type { ReceivedFile } from '../storage/files/storage.ts'

/**
 * From a stream of bytes to stored, typed media: received into a temporary file, looked at, then kept. Nothing of
 * a refused file stays; what was kept but never inserted is an orphan that is swept later.
 */

type IngestDeps = Pick<MediaDeps, 'config' | 'storage' | 'clock'>

export interface IngestedAudio extends NewMedia {
  /** What the file says about itself, for proposals. */
  readonly tags: AudioTags
}

/** How files are looked into: here for programs that end afterwards, in a process of its own for the server. */
export interface MediaProbe {
  readonly renderCover: typeof renderCover
  readonly renderPreview: typeof renderPreview
  readonly probePlaceholder: typeof probePlaceholder
  readonly probeAudio: typeof probeAudio
}

const inProcessProbe: MediaProbe = { renderCover, renderPreview, probePlaceholder, probeAudio }

/** Media whose bytes are whole and understood, in temporary files: to be kept, or disposed of. */
export interface Received<Media extends NewMedia = NewMedia> {
  readonly file: ReceivedFile
  readonly media: Media
}

/**
 * What a recording that has been received is, which stays the caller's to be kept or disposed of. The type comes
 * from the content, never from names.
 *
 * @throws AppError `UnsupportedMedia`, `BrokenMedia`, `UnreadableMedia`, `FileTooLarge` when its tags are
 */
export async function probeReceivedAudio(
  deps: IngestDeps,
  file: ReceivedFile,
  reading: MediaProbe,
): Promise<Received<IngestedAudio>> {
  const { contentType, durationMs, tags } = await reading.probeAudio(file.path, file.sizeBytes)
  const { sha256, sizeBytes } = file
  const noPicture = { width: null, height: null, color: null, placeholder: null }
  const media = { sha256, sizeBytes, contentType, durationMs, ...noPicture, createdAt: deps.clock(), tags }
  return { file, media }
}

/**
 * A cover and its preview, both made anew from an image that has been received, which stays the caller's and is not
 * kept.
 *
 * @throws AppError `UnsupportedMedia`, `BrokenMedia`, `UnreadableMedia`, `FileTooLarge` beyond 40 megapixels,
 * `InsufficientStorage`, `ServiceUnavailable`. Nothing else stays behind then.
 */
export async function renderReceivedCover(
  deps: IngestDeps,
  file: ReceivedFile,
  reading: MediaProbe,
): Promise<{ cover: Received; preview: Received }> {
  const pictures = await reading.renderCover(file.path, file.sizeBytes)
  const cover = await receivePicture(deps, pictures.cover)
  return await orDispose(cover.file, async () => {
    return { cover, preview: await receivePicture(deps, pictures.preview) }
  })
}

/**
 * A preview from the bytes of an image, such as the stored cover.
 *
 * @throws as `renderReceivedCover` does, `FileTooLarge` beyond MAX_IMAGE_BYTES, and whatever `source` throws
 */
export async function receivePreview(
  deps: IngestDeps,
  source: AsyncIterable<Uint8Array>,
  reading = inProcessProbe,
): Promise<Received> {
  await using file = await deps.storage.receive(source, deps.config.maxImageBytes)
  return await renderReceivedPreview(deps, file, reading)
}

/** A preview of an image that has been received. Throws as `renderReceivedCover` does. */
export async function renderReceivedPreview(
  deps: IngestDeps,
  file: ReceivedFile,
  reading: MediaProbe,
): Promise<Received> {
  return await receivePicture(deps, await reading.renderPreview(file.path, file.sizeBytes))
}

async function receivePicture(deps: IngestDeps, picture: Picture): Promise<Received> {
  const { bytes, ...placeholder } = picture
  const file = await deps.storage.receive(Readable.from([bytes]), Number.MAX_SAFE_INTEGER)
  const { sha256, sizeBytes } = file
  const contentType = 'image/webp' as const
  const media = { sha256, sizeBytes, contentType, durationMs: null, ...placeholder, createdAt: deps.clock() }
  return { file, media }
}

/** Receives and keeps a recording at once, for programs of one file after another. */
export async function ingestAudio(deps: IngestDeps, source: Readable): Promise<IngestedAudio> {
  await using file = await deps.storage.receive(source, deps.config.maxAudioBytes)
  return await keepReceived(await probeReceivedAudio(deps, file, inProcessProbe))
}

/** Receives and keeps a cover at once. */
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
