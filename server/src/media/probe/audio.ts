import { openAsBlob } from 'node:fs'
import type { IPicture } from 'music-metadata'
import { AppError } from '../../errors.ts'
import type { MediaContentType } from '../content-type.ts'
import { leadingTagBytes, probeRecording } from './duration/audio-duration.ts'
import type { ProbedRecording } from './duration/duration.ts'

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

/** Ten thousand hours. */
const maxDurationMs = 36_000_000_000

const maxPictureBytes = 20 * 1024 ** 2
const maxTagBytes = 64 * 1024 ** 2

/** @throws AppError `UnsupportedMedia`, `BrokenMedia`, `FileTooLarge` when its tags are */
export async function probeAudio(path: string, sizeBytes: number): Promise<AudioFacts> {
  if (sizeBytes === 0) throw new AppError('BrokenMedia', { description: 'The file is empty.' })
  await checkTags(path, sizeBytes)
  const recording = await probeRecording(path, sizeBytes)
  if (recording === null) throw new AppError('UnsupportedMedia')
  const durationMs = Math.round(recording.seconds * 1000)
  if (!(durationMs > 0 && durationMs <= maxDurationMs)) throw new AppError('BrokenMedia')
  return { contentType: recording.contentType, durationMs, tags: await readTags(path, recording) }
}

/** The tag parser holds a whole tag in memory. */
async function checkTags(path: string, sizeBytes: number): Promise<void> {
  const bytes = await leadingTagBytes(path, sizeBytes)
  if (bytes >= sizeBytes) throw new AppError('BrokenMedia')
  if (bytes > maxTagBytes) {
    throw new AppError('FileTooLarge', { description: 'The recording’s tags have more than 64 MiB.' })
  }
}

/** Browsers' decoders of these types fail on malformed tags; others ignore them. */
const decodedTags = new Set<MediaContentType>(['audio/ogg', 'audio/flac'])

async function readTags(path: string, { contentType, tags }: ProbedRecording): Promise<AudioTags> {
  const { parseBlob } = await import('music-metadata')
  const file = await openAsBlob(path, { type: contentType })
  const part = tags ? file.slice(tags.start, tags.start + tags.bytes, contentType) : file
  const common = await parseBlob(part).then(
    (parsed) => parsed.common,
    () => null,
  )
  if (common === null && decodedTags.has(contentType)) throw new AppError('BrokenMedia')
  return { title: text(common?.title), artist: text(common?.artist), picture: picture(common?.picture) }
}

function text(value: string | undefined): string | null {
  return value?.trim() || null
}

function picture(pictures: readonly IPicture[] | undefined): Uint8Array | null {
  const front = pictures?.find(({ type }) => type === 'Cover (front)') ?? pictures?.[0]
  return front && front.data.length <= maxPictureBytes ? front.data : null
}
