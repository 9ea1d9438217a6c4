import { replacePodcastCredits } from '@earmark/contract/credit-edits.ts'
import * as contract from '@earmark/contract/podcast-edits.ts'
import type { PodcastDetail } from '@earmark/contract/podcasts.ts'
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
import { recordAddress } from '../editing/record-fields.ts'
import { removeRecord } from '../editing/remove-record.ts'
import { findEditedPodcastDetail } from './podcast-details.ts'
import { createPodcast, replacePodcast } from './podcasts.service.ts'

export function registerPodcastEdits(api: Api, deps: MediaDeps): void {
  async function detailOf(
    request: FastifyRequest & { readonly failure: FailureOf<'NotFound'> },
    reply: FastifyReply,
    id: number,
  ): Promise<PodcastDetail> {
    const podcast = await findEditedPodcastDetail(deps.db, id)
    if (!podcast) throw request.failure('NotFound')
    return await collectStreamedList(request, reply, podcast, temporaryFolder(deps.config))
  }

  api.route({
    ...contract.createPodcast,
    handler: async (request, reply) => {
      await using upload = await readRecordUpload(deps, request)
      const texts = { ...upload.texts, ...recordTexts(upload.texts), draft: isDraft(upload.texts) }
      const podcast = await createPodcast(deps, { ...texts, ...newRecordMedia(upload) })
      reply
        .code(201)
        .header('location', recordAddress(deps.config, `/podcasts/${podcast.id}`, podcast.status))
      return podcast
    },
  })

  api.route({
    ...contract.updatePodcast,
    handler: async (request, reply) => {
      const { id } = request.params
      await requireRecord(deps.db, { kind: 'podcast', id }, request.failure)
      await using upload = await readRecordUpload(deps, request, {
        same: { id },
      })
      await replacePodcast(deps, id, upload, request.failure)
      return await detailOf(request, reply, id)
    },
  })

  api.route({
    ...replacePodcastCredits,
    handler: async (request, reply) => {
      const { id } = request.params
      await replaceCreditsOf(deps, { kind: 'podcast', id }, request.body, request.failure)
      return await detailOf(request, reply, id)
    },
  })

  api.route({
    ...contract.deletePodcast,
    handler: async ({ params, failure }, reply) =>
      noContent(reply, await removeRecord(deps, { kind: 'podcast', id: params.id }, failure)),
  })

  api.route({
    ...contract.addPodcastVoicer,
    handler: async ({ params, failure }, reply) =>
      noContent(
        reply,
        await addCreatorTo(deps, { kind: 'podcast', id: params.id }, params.creatorId, failure),
      ),
  })

  api.route({
    ...contract.removePodcastVoicer,
    handler: async ({ params, failure }, reply) =>
      noContent(
        reply,
        await removeCreatorFrom(deps, { kind: 'podcast', id: params.id }, params.creatorId, failure),
      ),
  })
}
