import { sniffType } from '../../content-type.ts'
import { open } from 'node:fs/promises'
import { AppError } from '../../../errors.ts'
import { adts, readAdts } from './adts-duration.ts'
import { FileWindow } from './file-window.ts'
import { measureFlac } from './flac-duration.ts'
import { findStream } from './frames.ts'
import { endOfTags } from './id3.ts'
import type { MeasuredDuration, DurationReader, ProbedRecording } from './duration.ts'
import { readMp4 } from './mp4-duration.ts'
import { layer3, readMpeg } from './mpeg-duration.ts'
import { checkOggKinds } from './ogg-kinds.ts'
import { measureOgg } from './ogg-duration.ts'
import { readWav } from './wav-duration.ts'
import { readWebm } from './webm-duration.ts'

/** Frame streams come last: they may begin after arbitrary bytes. */
const readers: readonly DurationReader[] = [readMp4, readWebm, readWav, readFlac, readOgg, readFrames]

/** @throws AppError `UnsupportedMedia` when browsers do not play what is in it, `BrokenMedia` */
export async function probeRecording(path: string, sizeBytes: number): Promise<ProbedRecording | null> {
  await using handle = await open(path)
  const file = new FileWindow(handle, sizeBytes)
  for (const read of readers) {
    const recording = await read(file)
    if (recording) return recording
  }
  return null
}

async function readFlac(file: FileWindow): Promise<ProbedRecording | null> {
  const start = await endOfTags(file)
  if (!(await hasSignature(file, start, 'fLaC'))) return null
  const seconds = wholeSeconds(await measureFlac(file))
  return { contentType: 'audio/flac', seconds, tags: { start, bytes: file.sizeBytes - start } }
}

async function readOgg(file: FileWindow): Promise<ProbedRecording | null> {
  const start = await endOfTags(file)
  if (!(await hasSignature(file, start, 'OggS'))) return null
  await checkOggKinds(file, start)
  const seconds = wholeSeconds(await measureOgg(file))
  return { contentType: 'audio/ogg', seconds, tags: { start, bytes: file.sizeBytes - start } }
}

async function readFrames(file: FileWindow): Promise<ProbedRecording | null> {
  const tagsEnd = await endOfTags(file)
  const [mpegAt, adtsAt] = [await findStream(file, tagsEnd, layer3), await findStream(file, tagsEnd, adts)]
  const start = Math.min(mpegAt ?? Infinity, adtsAt ?? Infinity)
  if (start === Infinity || (start > tagsEnd && (await isOtherKind(file, tagsEnd)))) return null
  return start === mpegAt ? await readMpeg(file, tagsEnd, start) : await readAdts(file, tagsEnd, start)
}

/** Archives and other types may contain audio frames. */
async function isOtherKind(file: FileWindow, start: number): Promise<boolean> {
  const type = await sniffType(await file.piece(start, 64 * 1024))
  return type !== undefined && !type.startsWith('audio/')
}

async function hasSignature(file: FileWindow, position: number, signature: string): Promise<boolean> {
  return (await file.piece(position, signature.length)).toString('latin1') === signature
}

function wholeSeconds({ seconds, isTruncated }: MeasuredDuration): number {
  if (isTruncated) throw new AppError('BrokenMedia')
  return seconds ?? 0
}

export async function leadingTagBytes(path: string, sizeBytes: number): Promise<number> {
  await using file = await open(path)
  return await endOfTags(new FileWindow(file, sizeBytes))
}
