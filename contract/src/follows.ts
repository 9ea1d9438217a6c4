import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { Id, IdParams, Instant, NoContent } from './fields.ts'
import { Podcast } from './podcasts.ts'

/** A podcast whose new episodes belong to the library of an account by themselves. */
export const Follow = Type.Object({
  podcast: Podcast,
  followedAt: Instant,
  autoDownload: Type.Boolean({ description: 'Whether apps are to fetch new episodes by themselves' }),
  newCount: Type.Integer({
    minimum: 0,
    description: 'Episodes that became public since the podcast was followed, neither begun nor finished',
  }),
  newEpisodeIds: Type.Array(Id, { description: 'Those of `newCount`, the newest first' }),
})
export type Follow = Static<typeof Follow>

const FollowFields = Type.Object({
  autoDownload: Type.Optional(Type.Boolean({ description: 'Absent: as it is, false at first' })),
})

const tags = ['Follows']

export const listFollows = {
  method: 'GET',
  url: '/follows/me',
  schema: {
    operationId: 'listFollows',
    summary: 'The podcasts that the own account follows, followed last first',
    tags,
    response: { 200: Type.Array(Follow) },
  },
} as const satisfies Endpoint

export const followPodcast = {
  method: 'PUT',
  url: '/follows/me/podcasts/:id',
  schema: {
    operationId: 'followPodcast',
    summary: 'Follow a podcast; one that is followed stays so, since when it was',
    tags,
    description:
      'Episodes that become public from now on are entries of the own library. One that is removed from it stays away.',
    errors: ['NotFound'],
    params: IdParams,
    body: Type.Unsafe<Static<typeof FollowFields> | null>({ ...FollowFields, type: ['object', 'null'] }),
    response: { 204: NoContent },
  },
} as const satisfies Endpoint

export const unfollowPodcast = {
  method: 'DELETE',
  url: '/follows/me/podcasts/:id',
  schema: {
    operationId: 'unfollowPodcast',
    summary: 'Follow a podcast no more, if it is followed',
    tags,
    description: 'What has become an entry of the own library stays there.',
    params: IdParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint
