import type { FileTags } from '@earmark/contract/planner/plan-input.ts'
import { open } from 'node:fs/promises'
import { type AudioFacts, pictureIn, readAudio } from './audio.ts'
import { cutShortShare } from './duration/audio-duration.ts'
import { FileWindow } from './duration/file-window.ts'
import { readFileTags } from './look/file-tags.ts'
import { soundPrint } from './look/sound-print.ts'

/** What an import is told of an audio file where it lies. */
export interface FileFacts extends Omit<AudioFacts, 'tags'> {
  readonly tags: FileTags
  /** `soundPrint` */
  readonly print: string
  /** Equal where one decoder plays both; null for what is never joined. */
  readonly joinKey: string | null
  readonly hasPicture: boolean
  /** Whether a little of its end is missing. */
  readonly isCutShort: boolean
}

/** @throws AppError `UnsupportedMedia`, `BrokenMedia`, `FileTooLarge` when its tags are; the error of the file system */
export async function lookIntoFile(path: string | Buffer, sizeBytes: number): Promise<FileFacts> {
  const { recording, metadata, ...facts } = await readAudio(path, sizeBytes, cutShortShare)
  const { contentType, sound: spans, isCutShort = false, joinKey } = recording
  await using handle = await open(path)
  const print = await soundPrint(new FileWindow(handle, sizeBytes), { contentType, spans })
  return {
    ...facts,
    tags: metadata === null ? {} : readFileTags(metadata),
    print,
    joinKey: (await joinKey?.()) ?? null,
    hasPicture: pictureIn(metadata) !== null,
    isCutShort,
  }
}

/** The cover within a file; null for none. @throws as `lookIntoFile` */
export async function readPicture(path: string | Buffer, sizeBytes: number): Promise<Uint8Array | null> {
  return pictureIn((await readAudio(path, sizeBytes, cutShortShare)).metadata)
}
