import { open } from 'node:fs/promises'
import type { MediaContentType } from '../content-type.ts'
import { measureAdts } from './adts-length.ts'
import { FileWindow } from './file-window.ts'
import { measureFlac } from './flac-length.ts'
import { endOfTags } from './id3.ts'
import type { Length, Measure } from './length.ts'
import { measureMp4 } from './mp4-length.ts'
import { measureMpeg } from './mpeg-length.ts'
import { measureOgg } from './ogg-length.ts'
import { measureWav } from './wav-length.ts'
import { measureWebm } from './webm-length.ts'

const measures: Partial<Record<MediaContentType, Measure>> = {
  'audio/mp4': measureMp4,
  'audio/wav': measureWav,
  'audio/mpeg': measureMpeg,
  'audio/aac': measureAdts,
  'audio/ogg': measureOgg,
  'audio/flac': measureFlac,
  'audio/webm': measureWebm,
}

/**
 * How long a recording sounds, and whether it ends before it says it does: parsers read the beginning, would not
 * notice, and are slow where everything has to be walked through. What does not state its length plays up to where
 * it ends.
 *
 * @throws AppError `BrokenMedia`
 */
export async function measureAudio(path: string, sizeBytes: number, type: MediaContentType): Promise<Length> {
  const measure = measures[type]
  if (!measure) return { seconds: null, isCutShort: false }
  await using file = await open(path)
  return await measure(new FileWindow(file, sizeBytes))
}

/** Bytes of the tags in front of everything else, as they say; possibly more than the file has. */
export async function leadingTagBytes(path: string, sizeBytes: number): Promise<number> {
  await using file = await open(path)
  return await endOfTags(new FileWindow(file, sizeBytes))
}
