import { openAsBlob } from 'node:fs'
import { open } from 'node:fs/promises'
import type { IAudioMetadata } from 'music-metadata'
import { AppError } from '../../errors.ts'
import type { MediaContentType } from '../content-type.ts'
import { joinSounds, type SoundPart } from '../joined/joined-index.ts'
import type { FileChapter } from '../chapters/chapter-list.ts'
import { readCommentChapters } from './chapters/comment-chapters.ts'
import { readEmbeddedChapters } from './chapters/embedded-chapters.ts'
import { leadingTagBytes, probeRecording, readSoundPart } from './duration/audio-duration.ts'
import type { ProbedRecording, Span } from './duration/duration.ts'
import { FileWindow } from './duration/file-window.ts'
import { cleanText } from './look/file-tags.ts'
import { mendedId3Tag } from './look/id3-frames.ts'

export interface AudioFacts {
  readonly contentType: MediaContentType
  readonly durationMs: number
  readonly tags: AudioTags
  readonly chapters: readonly FileChapter[]
  /** Whether players find its times by an index alone. */
  readonly needsIndex: boolean
}

export interface AudioTags {
  readonly title: string | null
  readonly artist: string | null
  readonly picture: Uint8Array | null
}

/** Ten thousand hours. */
const maxDurationMs = 36_000_000_000

/** 0045. */
const longestUnindexedMs = 120_000

const maxPictureBytes = 20 * 1024 ** 2
const maxTagBytes = 64 * 1024 ** 2

/** @throws AppError `UnsupportedMedia`, `BrokenMedia`, `FileTooLarge` when its tags are */
export async function probeAudio(path: string, sizeBytes: number): Promise<AudioFacts> {
  const { metadata, recording: _recording, ...facts } = await readAudio(path, sizeBytes)
  return { ...facts, tags: ownTags(metadata) }
}

export interface ReadAudio extends Omit<AudioFacts, 'tags'> {
  readonly recording: ProbedRecording
  /** Null where the tags are malformed. */
  readonly metadata: IAudioMetadata | null
}

/** As `probeAudio`, with all tags. */
export async function readAudio(
  path: string | Buffer,
  sizeBytes: number,
  forgivenTail = 0,
): Promise<ReadAudio> {
  if (sizeBytes === 0) throw new AppError('BrokenMedia', { description: 'The file is empty.' })
  await checkTags(path, sizeBytes)
  const recording = await probeRecording(path, sizeBytes, forgivenTail)
  if (recording === null) throw new AppError('UnsupportedMedia')
  const durationMs = Math.round(recording.seconds * 1000)
  if (!(durationMs > 0 && durationMs <= maxDurationMs)) throw new AppError('BrokenMedia')
  const needsIndex = recording.isUneven === true && durationMs > longestUnindexedMs
  const { contentType } = recording
  const metadata = await readMetadata(path, recording)
  const comments = readCommentChapters(metadata?.native['vorbis'] ?? [])
  const chapters = await readEmbeddedChapters({ path, sizeBytes, contentType, durationMs, comments })
  return { contentType, durationMs, needsIndex, chapters, recording, metadata }
}

export interface SoundFile {
  readonly path: string
  readonly sizeBytes: number
  readonly sha256: string
}

export interface JoinedAudio {
  /** The file `JoinedIndex.index`. */
  readonly index: Uint8Array
  readonly sizeBytes: number
  /** What each file plays. */
  readonly partsMs: readonly number[]
  readonly durationMs: number
}

/** @returns null for files that one decoder does not play one after another */
export async function joinAudio(files: readonly SoundFile[]): Promise<JoinedAudio | null> {
  const parts: (SoundPart & { sha256: string })[] = []
  for (const { path, sizeBytes, sha256 } of files) {
    const part = await readSoundPart(path, sizeBytes).catch(orNotFound)
    if (part === null) return null
    parts.push({ ...part, sha256 })
  }
  const joined = joinSounds(parts)
  if (joined === null) return null
  const { index, sizeBytes, seconds } = joined
  const durationMs = Math.round(seconds.reduce((sum, each) => sum + each, 0) * 1000)
  return { index, sizeBytes, durationMs, partsMs: seconds.map((each) => Math.round(each * 1000)) }
}

/** A removal may take a stored file between its finding and its opening. */
function orNotFound(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new AppError('NotFound') : error
}

/** The tag parser holds a whole tag in memory. */
async function checkTags(path: string | Buffer, sizeBytes: number): Promise<void> {
  const bytes = await leadingTagBytes(path, sizeBytes)
  if (bytes >= sizeBytes) throw new AppError('BrokenMedia')
  if (bytes > maxTagBytes) {
    throw new AppError('FileTooLarge', { description: 'The recording’s tags have more than 64 MiB.' })
  }
}

/** Browsers' decoders of these types fail on malformed tags; others ignore them. */
const decodedTags = new Set<MediaContentType>(['audio/ogg', 'audio/flac'])

async function readMetadata(
  path: string | Buffer,
  { contentType, tags, untagged }: ProbedRecording,
): Promise<IAudioMetadata | null> {
  const { parseBlob } = await import('music-metadata')
  const file = await mended(path, await openAsBlob(path, { type: contentType }))
  const part = tags ? file.slice(tags.start, tags.start + tags.bytes, contentType) : file
  const parsed = await parseBlob(untagged ? without(part, untagged) : part).catch(() => null)
  if (parsed === null && decodedTags.has(contentType)) throw new AppError('BrokenMedia')
  return parsed
}

const typesWithId3 = new Set(['audio/mpeg', 'audio/aac'])

/** With the sizes of ID3 frames as the tag parser reads them. */
async function mended(path: string | Buffer, file: Blob): Promise<Blob> {
  if (!typesWithId3.has(file.type)) return file
  await using handle = await open(path)
  const tag = await mendedId3Tag(new FileWindow(handle, file.size))
  return tag ? new Blob([new Uint8Array(tag), file.slice(tag.length)], { type: file.type }) : file
}

function ownTags(metadata: IAudioMetadata | null): AudioTags {
  const { title, artist } = metadata?.common ?? {}
  return { title: text(title), artist: text(artist), picture: pictureIn(metadata) }
}

/** @param gap in bytes of the blob */
function without(blob: Blob, { start, bytes }: Span): Blob {
  return new Blob([blob.slice(0, start), blob.slice(start + bytes)], { type: blob.type })
}

function text(value: string | undefined): string | null {
  return cleanText(value ?? '') || null
}

/** The front cover, else any picture; null for none and for one that is too large. */
export function pictureIn(metadata: IAudioMetadata | null): Uint8Array | null {
  const pictures = metadata?.common.picture
  const front = pictures?.find(({ type }) => type === 'Cover (front)') ?? pictures?.[0]
  return front && front.data.length <= maxPictureBytes ? front.data : null
}
