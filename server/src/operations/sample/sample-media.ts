import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { NewMedia } from '../../media/media.queries.ts'
import { ingestAudio, ingestCover } from '../../media/probe/ingest.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { RecordMedia } from '../../media/upload/record-media.queries.ts'
import { type SampleAudioBook, type SampleEpisode, sampleFolder } from './sample-file.ts'

type RecordingMedia = RecordMedia & { audio: NewMedia[] }

export async function ingestSampleRecording(
  deps: MediaDeps,
  { cover, audio }: SampleAudioBook | SampleEpisode,
): Promise<RecordingMedia> {
  const [picture, sound] = await Promise.all([ingestSampleCover(deps, cover), ingestSampleAudio(deps, audio)])
  return { ...picture, audio: sound }
}

export async function ingestSampleCover(deps: MediaDeps, file: string | null): Promise<RecordMedia> {
  if (file === null) return { cover: null, preview: null, previewChosen: false }
  return { ...(await ingestCover(deps, createReadStream(join(sampleFolder, file)))), previewChosen: false }
}

async function ingestSampleAudio(deps: MediaDeps, file: string | null): Promise<NewMedia[]> {
  return file === null ? [] : [await ingestAudio(deps, createReadStream(join(sampleFolder, file)))]
}
