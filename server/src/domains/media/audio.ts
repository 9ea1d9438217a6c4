import { open } from 'node:fs/promises'
import type { IAudioMetadata, IPicture } from 'music-metadata'
import { AppError } from '../../http/errors.ts'
import type { MediaContentType } from './content-type.ts'
import { leadingTagBytes, measureAudio } from './length/audio-length.ts'
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
const maxTagBytes = 64 * 1024 ** 2

/**
 * Reads type, length and tags of a recording. Takes a path and gives plain data, so that it can run in a worker
 * just as well.
 *
 * @throws AppError `UnsupportedMedia`, `BrokenMedia`, `FileTooLarge` when its tags are
 */
export async function readAudio(path: string, sizeBytes: number): Promise<AudioFacts> {
  const contentType = contentTypes[await sniffType(path, sizeBytes)]
  if (contentType === undefined) throw new AppError('UnsupportedMedia')
  await checkTags(path, sizeBytes)
  const { seconds, isCutShort, headBytes } = await measureAudio(path, sizeBytes, contentType)
  if (isCutShort) throw new AppError('BrokenMedia')
  const { format, common } = await parse(path, headBytes)
  // A moving picture beside the sound makes it a film; a still one in an .m4b does not, but it is no video track.
  if (format.hasVideo || codecs[contentType]?.test(format.codec ?? '') === false) {
    throw new AppError('UnsupportedMedia')
  }
  const durationMs = Math.round((seconds ?? format.duration ?? 0) * 1000)
  const isPossible = format.hasAudio && durationMs > 0 && durationMs <= maxDurationMs
  if (!isPossible) throw new AppError('BrokenMedia')
  const tags = { title: text(common.title), artist: text(common.artist), picture: picture(common.picture) }
  return { contentType, durationMs, tags }
}

/** Parsers hold all of a tag in memory, which is for pictures of any decent size. */
async function checkTags(path: string, sizeBytes: number): Promise<void> {
  const bytes = await leadingTagBytes(path, sizeBytes)
  if (bytes > sizeBytes) throw new AppError('BrokenMedia')
  if (bytes > maxTagBytes) {
    throw new AppError('FileTooLarge', { description: 'The recording’s tags have more than 64 MiB.' })
  }
}

/** What is written at the beginning; lengths that have to be counted are measured by our own. */
async function parse(path: string, headBytes?: number): Promise<IAudioMetadata> {
  const { parseBuffer, parseFile } = await import('music-metadata')
  try {
    if (headBytes === undefined) return await parseFile(path)
    return await parseBuffer(await readHead(path, Math.min(headBytes, maxTagBytes)))
  } catch {
    // Whatever a parser trips over, the file is what is wrong.
    throw new AppError('BrokenMedia')
  }
}

async function readHead(path: string, bytes: number): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
  return buffer.subarray(0, bytesRead)
}

function text(value: string | undefined): string | null {
  return value?.trim() || null
}

function picture(pictures: readonly IPicture[] | undefined): Uint8Array | null {
  const front = pictures?.find(({ type }) => type === 'Cover (front)') ?? pictures?.[0]
  return front && front.data.length <= maxPictureBytes ? front.data : null
}
