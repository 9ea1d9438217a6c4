import * as edits from '@earmark/contract/chapter-edits.ts'
import { getAudioBookChapters, getEpisodeChapters } from '@earmark/contract/chapters.ts'
import type { FailureOf } from '../../errors.ts'
import type { Api } from '../../http/api.ts'
import { viewerOf } from '../../http/guard/viewer.ts'
import { publicRead } from '../../http/responses/public-read.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { audienceOf, type FollowedReadDeps, podcastRead } from '../podcasts/followed-reads.ts'
import type { PodcastAudience } from '../editing/record-rows.queries.ts'
import type { RecordingRef } from './chapters.queries.ts'
import { findChapters, jsonChapters, replaceChapters } from './chapters.service.ts'
import { proposeChapters } from './proposals.ts'

export function registerChapters(api: Api, deps: MediaDeps & FollowedReadDeps): void {
  registerReads(api, deps)
  registerEdits(api, deps)
}

const bookOf = ({ id }: { readonly id: number }): RecordingRef => ({ kind: 'audio-book', id })
const episodeOf = (params: { readonly id: number; readonly episodeId: number }): RecordingRef => ({
  kind: 'episode',
  id: params.episodeId,
  podcastId: params.id,
})

function registerReads(api: Api, deps: MediaDeps & FollowedReadDeps): void {
  const { connection } = deps.db
  const read = async (record: RecordingRef, audience: PodcastAudience, failure: FailureOf<'NotFound'>) => {
    const chapters = await findChapters(connection, record, audience)
    if (!chapters) throw failure('NotFound')
    return chapters
  }

  api.route({
    ...getAudioBookChapters,
    config: { ...publicRead('audio-books/:id').config, otherForm: jsonChapters },
    handler: ({ params, failure }) => read(bookOf(params), 'public', failure),
  })

  api.route({
    ...getEpisodeChapters,
    config: { ...podcastRead(deps).config, otherForm: jsonChapters },
    handler: (request) => read(episodeOf(request.params), audienceOf(request), request.failure),
  })

  api.route({
    ...edits.getEditedAudioBookChapters,
    handler: ({ params, failure }) => read(bookOf(params), 'editors', failure),
  })

  api.route({
    ...edits.getEditedEpisodeChapters,
    handler: ({ params, failure }) => read(episodeOf(params), 'editors', failure),
  })
}

function registerEdits(api: Api, deps: MediaDeps): void {
  api.route({
    ...edits.replaceAudioBookChapters,
    handler: (request) =>
      replaceChapters(deps, bookOf(request.params), request.body, viewerOf(request).userId, request.failure),
  })

  api.route({
    ...edits.replaceEpisodeChapters,
    handler: (request) =>
      replaceChapters(
        deps,
        episodeOf(request.params),
        request.body,
        viewerOf(request).userId,
        request.failure,
      ),
  })

  api.route({
    ...edits.proposeAudioBookChapters,
    handler: ({ params, body, failure }) =>
      proposeChapters(deps.db.connection, bookOf(params), body, failure),
  })

  api.route({
    ...edits.proposeEpisodeChapters,
    handler: ({ params, body, failure }) =>
      proposeChapters(deps.db.connection, episodeOf(params), body, failure),
  })
}
