import * as contract from '@earmark/contract/publishing.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { temporaryFolder } from '../../config/config.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import type { Api } from '../../http/api.ts'
import { collectStreamedList } from '../../http/responses/streamed-list.ts'
import { findEditedAudioBook } from '../audio-books/audio-books.queries.ts'
import type { RecordRef } from '../editing/records.queries.ts'
import { findEditedEpisodeDetail, findEditedPodcastDetail } from '../podcasts/podcast-details.ts'
import { publishRecord, unpublishRecord } from './publishing.service.ts'

type PublishingRequest = FastifyRequest & { readonly failure: FailureOf<'NotFound'> }

/** Publishing and unpublishing; the answer is the record as editors see it. */
export function registerPublishing(api: Api, deps: MediaDeps): void {
  registerAudioBooks(api, deps)
  registerPodcasts(api, deps)
  registerEpisodes(api, deps)
}

type Find<Shown> = () => Promise<Shown | undefined>

async function publish<Shown>(
  deps: MediaDeps,
  request: PublishingRequest,
  reply: FastifyReply,
  { record, find }: { readonly record: RecordRef; readonly find: Find<Shown> },
): Promise<Shown> {
  const { publishAt } = (request.body ?? {}) as { publishAt?: string }
  const at = publishAt === undefined ? null : Date.parse(publishAt)
  await publishRecord(deps, record, at, request.failure)
  return await answer(deps, request, reply, find)
}

async function unpublish<Shown>(
  deps: MediaDeps,
  request: PublishingRequest,
  reply: FastifyReply,
  { record, find }: { readonly record: RecordRef; readonly find: Find<Shown> },
): Promise<Shown> {
  await unpublishRecord(deps, record, request.failure)
  return await answer(deps, request, reply, find)
}

async function answer<Shown>(
  { config }: MediaDeps,
  request: PublishingRequest,
  reply: FastifyReply,
  find: Find<Shown>,
): Promise<Shown> {
  const shown = await find()
  if (!shown) throw request.failure('NotFound')
  return await collectStreamedList(request, reply, shown, temporaryFolder(config))
}

function registerAudioBooks(api: Api, deps: MediaDeps): void {
  const of = ({ id }: { id: number }) => ({
    record: { kind: 'audio-book', id } as const,
    find: () => findEditedAudioBook(deps.db.connection, id),
  })
  api.route({
    ...contract.publishAudioBook,
    handler: (request, reply) => publish(deps, request, reply, of(request.params)),
  })
  api.route({
    ...contract.unpublishAudioBook,
    handler: (request, reply) => unpublish(deps, request, reply, of(request.params)),
  })
}

function registerPodcasts(api: Api, deps: MediaDeps): void {
  const of = ({ id }: { id: number }) => ({
    record: { kind: 'podcast', id } as const,
    find: () => findEditedPodcastDetail(deps.db, id),
  })
  api.route({
    ...contract.publishPodcast,
    handler: (request, reply) => publish(deps, request, reply, of(request.params)),
  })
  api.route({
    ...contract.unpublishPodcast,
    handler: (request, reply) => unpublish(deps, request, reply, of(request.params)),
  })
}

function registerEpisodes(api: Api, deps: MediaDeps): void {
  const of = ({ id, episodeId }: { id: number; episodeId: number }) => ({
    record: { kind: 'episode', id: episodeId, podcastId: id } as const,
    find: () => findEditedEpisodeDetail(deps.db, id, episodeId),
  })
  api.route({
    ...contract.publishEpisode,
    handler: (request, reply) => publish(deps, request, reply, of(request.params)),
  })
  api.route({
    ...contract.unpublishEpisode,
    handler: (request, reply) => unpublish(deps, request, reply, of(request.params)),
  })
}
