import * as contract from '@earmark/contract/follows.ts'
import type { Follow } from '@earmark/contract/follows.ts'
import { temporaryFolder } from '../../config/config.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { type Api, noContent } from '../../http/api.ts'
import { serializeStreamedList, StreamedList } from '../../http/responses/streamed-list.ts'
import { sendTagged } from '../../http/responses/tagged-response.ts'
import { viewerOf } from '../../http/guard/viewer.ts'
import { podcastsById } from '../../catalogue/podcasts/podcasts.queries.ts'
import { listFollows } from './follows.queries.ts'
import { followPodcast, unfollowPodcast } from './follows.service.ts'

const followsAtOnce = 200

export function registerFollows(api: Api, deps: MediaDeps): void {
  api.route({
    ...contract.listFollows,
    config: { taggedRead: true },
    handler: async (request, reply) => {
      const { userId } = viewerOf(request)
      const slices = new StreamedList(
        (follows: readonly Follow[]) => follows,
        () => followSlices(deps, userId),
      )
      const texts = serializeStreamedList(slices, (follows) => reply.serialize(follows) as string)
      return await sendTagged(request, reply, texts, temporaryFolder(deps.config))
    },
  })

  api.route({
    ...contract.followPodcast,
    handler: async (request, reply) => {
      const follow = { userId: viewerOf(request).userId, podcastId: request.params.id }
      const { autoDownload = null } = request.body ?? {}
      return noContent(reply, await followPodcast(deps, follow, autoDownload, request.failure))
    },
  })

  api.route({
    ...contract.unfollowPodcast,
    handler: async (request, reply) => {
      const follow = { userId: viewerOf(request).userId, podcastId: request.params.id }
      return noContent(reply, await unfollowPodcast(deps, follow, request.failure))
    },
  })
}

/** Without drafts. */
async function* followSlices({ db }: MediaDeps, userId: string): AsyncGenerator<Follow[], void> {
  const rows = await listFollows(db.connection, userId)
  for (let start = 0; start < rows.length; start += followsAtOnce) {
    const slice = rows.slice(start, start + followsAtOnce)
    const ids = db.dialect.idSet(slice.map((row) => row.podcast_id))
    const podcasts = await podcastsById(db.connection, ids, 'followers')
    yield slice.flatMap((row) => {
      const podcast = podcasts.get(row.podcast_id)
      if (!podcast) return []
      const followedAt = new Date(row.followed_at).toISOString()
      const newEpisodeIds = row.new_episode_ids?.split(',').map(Number) ?? []
      const newCount = newEpisodeIds.length
      return [{ podcast, followedAt, autoDownload: row.auto_download === 1, newCount, newEpisodeIds }]
    })
  }
}
