import { Readable } from 'node:stream'
import type { Deps } from '../../deps.ts'
import { type AudioTags, readAudio } from './audio.ts'
import { type Picture, renderCover, renderPreview } from './images.ts'
import type { NewMedia } from './media.queries.ts'
import type { ReceivedFile } from './storage.ts'

/**
 * From a stream of bytes to stored, typed media: received into a temporary file, looked at, then kept. Nothing of
 * a refused file stays; what was kept but never inserted is an orphan that is swept later.
 */

type IngestDeps = Pick<Deps, 'config' | 'storage' | 'clock'>

export interface IngestedAudio extends NewMedia {
  /** What the file says about itself, for proposals. */
  readonly tags: AudioTags
}

/** How files are looked into: here for programs that end afterwards, in a process of its own for the server. */
export interface MediaReading {
  readonly renderCover: typeof renderCover
  readonly renderPreview: typeof renderPreview
  readonly readAudio: typeof readAudio
}

const hereReading: MediaReading = { renderCover, renderPreview, readAudio }

/** Media whose bytes are whole and understood, in temporary files: to be kept, or disposed of. */
export interface Received<Media extends NewMedia = NewMedia> {
  readonly file: ReceivedFile
  readonly media: Media
}

/**
 * A recording as it is. The type comes from the content, never from names.
 *
 * @throws AppError `FileTooLarge` beyond MAX_AUDIO_BYTES, `UnsupportedMedia`, `BrokenMedia`,
 * `InsufficientStorage`, `ServiceUnavailable`; whatever `source` throws. Nothing stays behind then.
 */
export async function receiveAudio(
  deps: IngestDeps,
  source: AsyncIterable<Uint8Array>,
  reading = hereReading,
): Promise<Received<IngestedAudio>> {
  const file = await deps.storage.receive(source, deps.config.maxAudioBytes)
  return await orDispose(file, async () => {
    const { contentType, durationMs, tags } = await reading.readAudio(file.path, file.sizeBytes)
    const { sha256, sizeBytes } = file
    const noPicture = { width: null, height: null, color: null, placeholder: null }
    const media = { sha256, sizeBytes, contentType, durationMs, ...noPicture, createdAt: deps.clock(), tags }
    return { file, media }
  })
}

/**
 * A cover and its preview, both made anew from the image; the original is not kept.
 *
 * @throws as `receiveAudio` does, with MAX_IMAGE_BYTES, and `FileTooLarge` beyond 40 megapixels
 */
export async function receiveCover(
  deps: IngestDeps,
  source: AsyncIterable<Uint8Array>,
  reading = hereReading,
): Promise<{ cover: Received; preview: Received }> {
  await using file = await deps.storage.receive(source, deps.config.maxImageBytes)
  const pictures = await reading.renderCover(file.path, file.sizeBytes)
  const cover = await receivePicture(deps, pictures.cover)
  return await orDispose(cover.file, async () => {
    return { cover, preview: await receivePicture(deps, pictures.preview) }
  })
}

/** A preview that was chosen apart from the cover. Throws as `receiveCover` does. */
export async function receivePreview(
  deps: IngestDeps,
  source: AsyncIterable<Uint8Array>,
  reading = hereReading,
): Promise<Received> {
  await using file = await deps.storage.receive(source, deps.config.maxImageBytes)
  return await receivePicture(deps, await reading.renderPreview(file.path, file.sizeBytes))
}

async function receivePicture(deps: IngestDeps, picture: Picture): Promise<Received> {
  const { bytes, ...looks } = picture
  const file = await deps.storage.receive(Readable.from([bytes]), Number.MAX_SAFE_INTEGER)
  const { sha256, sizeBytes } = file
  const contentType = 'image/webp' as const
  const media = { sha256, sizeBytes, contentType, durationMs: null, ...looks, createdAt: deps.clock() }
  return { file, media }
}

/** Receives and keeps a recording at once. Throws as `receiveAudio` does. */
export async function ingestAudio(deps: IngestDeps, source: Readable): Promise<IngestedAudio> {
  return await keepReceived(await receiveAudio(deps, source))
}

/** Receives and keeps a cover at once. Throws as `receiveCover` does. */
export async function ingestCover(
  deps: IngestDeps,
  source: Readable,
): Promise<{ cover: NewMedia; preview: NewMedia }> {
  const { cover, preview } = await receiveCover(deps, source)
  await using files = new AsyncDisposableStack()
  files.use(preview.file)
  return { cover: await keepReceived(cover), preview: await keepReceived(preview) }
}

/** Receives and keeps a preview at once. Throws as `receiveCover` does. */
export async function ingestPreview(deps: IngestDeps, source: Readable): Promise<NewMedia> {
  return await keepReceived(await receivePreview(deps, source))
}

async function keepReceived<Media extends NewMedia>(received: Received<Media>): Promise<Media> {
  await using file = received.file
  await file.keep()
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
