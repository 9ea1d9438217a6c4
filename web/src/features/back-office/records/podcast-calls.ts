import { createPodcast, deletePodcast, updatePodcast } from '@earmark/contract/podcast-edits.ts'
import type { PodcastDetail } from '@earmark/contract/podcasts.ts'
import { call } from '../../../lib/api.ts'
import { upload } from '../../../lib/upload.ts'
import { podcast } from '../../catalogue/index.ts'
import { podcastMessages } from './messages.ts'
import type { RecordCalls } from './record-calls.ts'
import { podcastParts, replacedParts } from './record-parts.ts'

export const podcastCalls: RecordCalls<PodcastDetail> = {
  messages: podcastMessages,
  kept: 'podcasts',
  hasNumber: false,
  hasAudio: false,
  query: podcast,
  create: (values, options) => upload(createPodcast, { form: podcastParts(values) }, options),
  update: (values, version, options) =>
    upload(
      updatePodcast,
      { params: { id: version.id }, form: { ...replacedParts(version), ...podcastParts(values) } },
      options,
    ),
  remove: (id) => call(deletePodcast, { params: { id } }),
}
