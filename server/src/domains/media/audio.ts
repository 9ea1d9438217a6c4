import type { IAudioMetadata, IPicture } from 'music-metadata'
import { AppError } from '../../http/errors.ts'
import { isCutShort } from './audio-length.ts'
import type { MediaContentType } from './content-type.ts'
import { sniffType } from './sniff.ts'

/** What a recording's own bytes say about it. */
export interface AudioFacts {
  readonly contentType: MediaContentType
  readonly durationMs: number
  readonly tags: AudioTags
}

export interface AudioTags {
  readonly title: string | null
  readonly artist: string | null
  readonly picture: Uint8Array | null
}

/** By what the content is; a container that may also hold pictures is looked into before it counts as audio. */
const contentTypes: Record<string, MediaContentType> = {
  'audio/mpeg': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/mp4': 'audio/mp4',
  'video/mp4': 'audio/mp4',
  'audio/aac': 'audio/aac',
  'audio/ogg': 'audio/ogg',
  'audio/flac': 'audio/flac',
  'audio/wav': 'audio/wav',
  'video/webm': 'audio/webm',
}

/** What browsers play in each container. */
const codecs: Partial<Record<MediaContentType, RegExp>> = {
  'audio/mpeg': /Layer 3$/,
  'audio/ogg': /^(Vorbis|Opus)/,
  'audio/webm': /^(OPUS|VORBIS)/i,
}

/** Ten thousand hours: what says that it is longer is not to be believed. */
const maxDurationMs = 36_000_000_000

const maxPictureBytes = 20 * 1024 ** 2

/**
 * Reads type, length and tags of a recording. Takes a path and gives plain data, so that it can run in a worker
 * just as well.
 *
 * @throws AppError `UnsupportedMedia`, `BrokenMedia`
 */
export async function readAudio(path: string, sizeBytes: number): Promise<AudioFacts> {
  const contentType = contentTypes[await sniffType(path, sizeBytes)]
  if (contentType === undefined) throw new AppError('UnsupportedMedia')
  const { format, common } = await parse(path)
  // A moving picture beside the sound makes it a film; a still one in an .m4b does not, but it is no video track.
  if (format.hasVideo || codecs[contentType]?.test(format.codec ?? '') === false) {
    throw new AppError('UnsupportedMedia')
  }
  const durationMs = Math.round((format.duration ?? 0) * 1000)
  const isPossible = format.hasAudio && durationMs > 0 && durationMs <= maxDurationMs
  if (!isPossible || (await isCutShort(path, sizeBytes, contentType))) {
    throw new AppError('BrokenMedia')
  }
  const tags = { title: text(common.title), artist: text(common.artist), picture: picture(common.picture) }
  return { contentType, durationMs, tags }
}

/** The quick way first; counting every frame only where the file does not say how long it is. */
async function parse(path: string): Promise<IAudioMetadata> {
  const { parseFile } = await import('music-metadata')
  try {
    const quick = await parseFile(path)
    return quick.format.duration === undefined ? await parseFile(path, { duration: true }) : quick
  } catch {
    // Whatever a parser trips over, the file is what is wrong.
    throw new AppError('BrokenMedia')
  }
}

function text(value: string | undefined): string | null {
  return value?.trim() || null
}

function picture(pictures: readonly IPicture[] | undefined): Uint8Array | null {
  const front = pictures?.find(({ type }) => type === 'Cover (front)') ?? pictures?.[0]
  return front && front.data.length <= maxPictureBytes ? front.data : null
}
