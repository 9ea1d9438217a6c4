import type { SoundPart } from '../../joined/joined-index.ts'
import { sniffType } from '../../content-type.ts'
import { open } from 'node:fs/promises'
import { adts, readAdts } from './adts-duration.ts'
import { FileWindow } from './file-window.ts'
import { readFlac } from './flac-duration.ts'
import { findStream } from './frames.ts'
import { endOfTags } from './id3.ts'
import type { DurationReader, ProbedRecording } from './duration.ts'
import { readMp4 } from './mp4-duration.ts'
import { layer3, readMpeg } from './mpeg-duration.ts'
import { readOgg } from './ogg-duration.ts'
import { readWav } from './wav-duration.ts'
import { readWebm } from './webm-duration.ts'

/** Frame streams come last: they may begin after arbitrary bytes. */
const readers: readonly DurationReader[] = [readMp4, readWebm, readWav, readFlac, readOgg, readFrames]

/** @throws AppError `UnsupportedMedia` when browsers do not play what is in it, `BrokenMedia` */
export async function probeRecording(
  path: string | Buffer,
  sizeBytes: number,
  forgivenTail = 0,
): Promise<ProbedRecording | null> {
  await using handle = await open(path)
  return await readRecording(new FileWindow(handle, sizeBytes, forgivenTail))
}

/** A recording in a library that lacks less of its end is brought in. */
export const cutShortShare = 0.01

/** Null where it cannot be a part of a joined medium. */
export async function readSoundPart(path: string, sizeBytes: number): Promise<SoundPart | null> {
  await using handle = await open(path)
  const recording = await readRecording(new FileWindow(handle, sizeBytes, cutShortShare))
  return (await recording?.readSamples?.()) ?? null
}

async function readRecording(file: FileWindow): Promise<ProbedRecording | null> {
  for (const read of readers) {
    const recording = await read(file)
    if (recording) return recording
  }
  return null
}

async function readFrames(file: FileWindow): Promise<ProbedRecording | null> {
  const tagsEnd = await endOfTags(file)
  const mpegAt = await findStream(file, tagsEnd, layer3)
  // Nothing begins before the end of the tags.
  const adtsAt = mpegAt === tagsEnd ? null : await findStream(file, tagsEnd, adts)
  const start = Math.min(mpegAt ?? Infinity, adtsAt ?? Infinity)
  if (start === Infinity || (start > tagsEnd && (await isOtherKind(file, tagsEnd)))) return null
  return start === mpegAt ? await readMpeg(file, tagsEnd, start) : await readAdts(file, tagsEnd, start)
}

/** Archives and other types may contain audio frames. */
async function isOtherKind(file: FileWindow, start: number): Promise<boolean> {
  const type = await sniffType(await file.piece(start, 64 * 1024))
  return type !== undefined && !type.startsWith('audio/')
}

export async function leadingTagBytes(path: string | Buffer, sizeBytes: number): Promise<number> {
  await using file = await open(path)
  return await endOfTags(new FileWindow(file, sizeBytes))
}
