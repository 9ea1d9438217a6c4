import { getAudioBookChapters, getEpisodeChapters } from '@earmark/contract/chapters.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import type { RecordingRef } from '../reducer/state.ts'

export function chaptersOf(recording: RecordingRef) {
  const { id } = recording
  return recording.kind === 'audio-book'
    ? apiQuery(getAudioBookChapters, { params: { id } })
    : apiQuery(getEpisodeChapters, { params: { id: recording.podcastId, episodeId: id } })
}
