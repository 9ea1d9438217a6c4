import { load } from '../../lib/query-client.ts'
import type { NewTrack, RecordingRef } from '../player/index.ts'
import { episode } from './episode-queries.ts'
import { audioBook } from './queries.ts'
import { audioBookTrack, episodeTrack } from './tracks.ts'

/** Null for a recording without audio. @throws for one that cannot be read */
export async function recordingTrack(recording: RecordingRef): Promise<NewTrack | null> {
  if (recording.kind === 'audio-book') return audioBookTrack(await load(audioBook(recording.id)))
  const found = await load(episode(recording.podcastId, recording.id))
  return episodeTrack(found, found.podcast)
}
