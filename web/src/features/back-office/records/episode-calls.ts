import { createEpisode, deleteEpisode, updateEpisode } from '@earmark/contract/episode-edits.ts'
import type { PodcastEpisodeDetail } from '@earmark/contract/episodes.ts'
import { call } from '../../../lib/api.ts'
import { upload } from '../../../lib/upload.ts'
import { episode } from '../../catalogue/index.ts'
import { episodeMessages } from './messages.ts'
import type { RecordCalls } from './record-calls.ts'
import { episodeParts, replacedParts } from './record-parts.ts'

/** Of one podcast's episodes. */
export function episodeCalls(podcastId: number): RecordCalls<PodcastEpisodeDetail> {
  const parts = (values: Parameters<typeof episodeParts>[0]) => episodeParts(values, podcastId)
  return {
    messages: episodeMessages,
    kept: 'podcasts',
    hasNumber: true,
    hasAudio: true,
    query: (episodeId) => episode(podcastId, episodeId),
    create: (values, options) =>
      upload(createEpisode, { params: { id: podcastId }, form: parts(values) }, options),
    update: (values, version, options) =>
      upload(
        updateEpisode,
        {
          params: { id: podcastId, episodeId: version.id },
          form: { ...replacedParts(version), ...parts(values) },
        },
        options,
      ),
    remove: (episodeId) => call(deleteEpisode, { params: { id: podcastId, episodeId } }),
  }
}
