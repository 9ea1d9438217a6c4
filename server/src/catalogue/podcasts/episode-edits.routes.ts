import { replaceEpisodeCredits } from '@earmark/contract/credit-edits.ts'
import * as contract from '@earmark/contract/episode-edits.ts'
import type { PodcastEpisode, PodcastEpisodeDetail } from '@earmark/contract/episodes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { temporaryFolder } from '../../config/config.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import { type Api, noContent } from '../../http/api.ts'
import { collectStreamedList } from '../../http/responses/streamed-list.ts'
import { newRecordMedia } from '../../media/upload/record-media-changes.ts'
import { readRecordUpload } from '../../media/upload/record-upload.ts'
import { addCreatorTo, removeCreatorFrom, replaceCreditsOf } from '../editing/record-creators.ts'
import { isDraft, recordTexts, requireRecord } from '../editing/replace-record.ts'
import type { RecordRef } from '../editing/records.queries.ts'
import { recordAddress } from '../editing/record-fields.ts'
import { removeRecord } from '../editing/remove-record.ts'
import { findEditedEpisodeDetail } from './podcast-details.ts'
import { createEpisode, replaceEpisode } from './episodes.service.ts'
import { findPodcast } from './podcasts.queries.ts'

function episodeOf({ id, episodeId }: { id: number; episodeId: number }): RecordRef & { podcastId: number } {
  return { kind: 'episode', id: episodeId, podcastId: id }
}

export function registerEpisodeEdits(api: Api, deps: MediaDeps): void {
  async function detailOf(
    request: FastifyRequest & { readonly failure: FailureOf<'NotFound'> },
    reply: FastifyReply,
    { podcastId, id }: Pick<PodcastEpisode, 'podcastId' | 'id'>,
  ): Promise<PodcastEpisodeDetail> {
    const episode = await findEditedEpisodeDetail(deps.db, podcastId, id)
    if (!episode) throw request.failure('NotFound')
    return await collectStreamedList(request, reply, episode, temporaryFolder(deps.config))
  }

  api.route({
    ...contract.createEpisode,
    handler: async (request, reply) => {
      const { id } = request.params
      await requireRecord(deps.db, { kind: 'podcast', id }, request.failure)
      await using upload = await readRecordUpload(deps, request, {
        same: { podcastId: id },
      })
      const texts = { ...upload.texts, ...recordTexts(upload.texts), draft: isDraft(upload.texts) }
      const input = { ...texts, ...newRecordMedia(upload), audio: upload.audio.map(({ media }) => media) }
      const episode = await createEpisode(deps, id, input, request.failure)
      const podcast = await findPodcast(deps.db.connection, id)
      const status = podcast ? episode.status : 'Draft'
      const address = recordAddress(deps.config, `/podcasts/${id}/episodes/${episode.id}`, status)
      reply.code(201).header('location', address)
      return await detailOf(request, reply, episode)
    },
  })

  api.route({
    ...contract.updateEpisode,
    handler: async (request, reply) => {
      const episode = episodeOf(request.params)
      await requireRecord(deps.db, episode, request.failure)
      await using upload = await readRecordUpload(deps, request, {
        same: { id: episode.id, podcastId: episode.podcastId },
      })
      return await detailOf(request, reply, await replaceEpisode(deps, episode, upload, request.failure))
    },
  })

  api.route({
    ...replaceEpisodeCredits,
    handler: async (request, reply) => {
      const episode = episodeOf(request.params)
      await replaceCreditsOf(deps, episode, request.body, request.failure)
      return await detailOf(request, reply, episode)
    },
  })

  api.route({
    ...contract.deleteEpisode,
    handler: async ({ params, failure }, reply) =>
      noContent(reply, await removeRecord(deps, episodeOf(params), failure)),
  })

  api.route({
    ...contract.addEpisodeVoicer,
    handler: async ({ params, failure }, reply) =>
      noContent(reply, await addCreatorTo(deps, episodeOf(params), params.creatorId, failure)),
  })

  api.route({
    ...contract.removeEpisodeVoicer,
    handler: async ({ params, failure }, reply) =>
      noContent(reply, await removeCreatorFrom(deps, episodeOf(params), params.creatorId, failure)),
  })
}
