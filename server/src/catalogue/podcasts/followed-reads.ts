import type { FastifyRequest } from 'fastify'
import type { Connection } from '../../db/engine/dialect.ts'
import type { FindViewer } from '../../http/guard/viewer.ts'
import { publicRead } from '../../http/responses/public-read.ts'
import { isFollowedUnlisted, isPublicPodcast, type ListenerAudience } from './podcasts.queries.ts'

export interface FollowedReadDeps {
  readonly db: { readonly connection: Connection }
  readonly findViewer: FindViewer
}

/**
 * The option of a public read of one podcast. Followers of one that is not listed have it, too: nothing of that is kept
 * (0067).
 */
export function podcastRead({ db: { connection }, findViewer }: FollowedReadDeps) {
  async function isOwn(request: FastifyRequest): Promise<boolean> {
    const { id } = request.params as { id: number }
    if (await isPublicPodcast(connection, id)) return false
    const viewer = request.viewer ?? (await findViewer(request))
    return viewer !== null && (await isFollowedUnlisted(connection, id, viewer.userId))
  }
  return { config: { ...publicRead('podcasts/:id').config, isOwn } }
}

export function audienceOf({ isOwnRead }: FastifyRequest): ListenerAudience {
  return isOwnRead ? 'followers' : 'public'
}
