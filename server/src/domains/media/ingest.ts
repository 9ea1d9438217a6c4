import { Readable } from 'node:stream'
import type { Deps } from '../../deps.ts'
import { type AudioTags, readAudio } from './audio.ts'
import { type Picture, renderCover, renderPreview } from './images.ts'
import type { NewMedia } from './media.queries.ts'

/**
 * From a stream of bytes to stored, typed media. Nothing of a refused file stays; what was stored but never
 * inserted is an orphan that is swept later.
 */

type IngestDeps = Pick<Deps, 'config' | 'storage' | 'clock'>

export interface IngestedAudio extends NewMedia {
  /** What the file says about itself, for proposals. */
  readonly tags: AudioTags
}

/**
 * Stores a recording as it is. The type comes from the content, never from names.
 *
 * @throws AppError `FileTooLarge` beyond MAX_AUDIO_BYTES, `UnsupportedMedia`, `BrokenMedia`,
 * `InsufficientStorage`, `ServiceUnavailable`; whatever `source` throws
 */
export async function ingestAudio(deps: IngestDeps, source: Readable): Promise<IngestedAudio> {
  await using file = await deps.storage.receive(source, deps.config.maxAudioBytes)
  const { contentType, durationMs, tags } = await readAudio(file.path, file.sizeBytes)
  await file.keep()
  const { sha256, sizeBytes } = file
  const noPicture = { width: null, height: null, color: null, placeholder: null }
  return { sha256, sizeBytes, contentType, durationMs, ...noPicture, createdAt: deps.clock(), tags }
}

/**
 * Stores a cover and its preview, both made anew from the image; the original is not kept.
 *
 * @throws as `ingestAudio` does, with MAX_IMAGE_BYTES, and `FileTooLarge` beyond 40 megapixels
 */
export async function ingestCover(
  deps: IngestDeps,
  source: Readable,
): Promise<{ cover: NewMedia; preview: NewMedia }> {
  await using file = await deps.storage.receive(source, deps.config.maxImageBytes)
  const { cover, preview } = await renderCover(file.path, file.sizeBytes)
  return { cover: await storePicture(deps, cover), preview: await storePicture(deps, preview) }
}

/** Stores a preview that was chosen apart from the cover. Throws as `ingestCover` does. */
export async function ingestPreview(deps: IngestDeps, source: Readable): Promise<NewMedia> {
  await using file = await deps.storage.receive(source, deps.config.maxImageBytes)
  return await storePicture(deps, await renderPreview(file.path, file.sizeBytes))
}

async function storePicture(deps: IngestDeps, picture: Picture): Promise<NewMedia> {
  const { bytes, width, height, color, placeholder } = picture
  await using file = await deps.storage.receive(Readable.from([bytes]), Number.MAX_SAFE_INTEGER)
  await file.keep()
  const { sha256, sizeBytes } = file
  const createdAt = deps.clock()
  return {
    sha256,
    sizeBytes,
    contentType: 'image/webp',
    durationMs: null,
    width,
    height,
    color,
    placeholder,
    createdAt,
  }
}
