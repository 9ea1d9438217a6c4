import Type, { type Static } from 'typebox'
import { AudioBook } from './audio-books.ts'
import { CreditRole } from './credits.ts'
import type { Endpoint } from './endpoint.ts'
import { IdParams } from './fields.ts'
import { PageFields } from './paging.ts'
import { Podcast } from './podcasts.ts'
import { FoundEpisode } from './search.ts'

export const maxWorksOfKind = 100

/** What a creator did in one role: the newest public records that credit it, and how many episodes do. */
export const WorksInRole = Type.Object({
  role: CreditRole,
  audioBooks: Type.Array(AudioBook),
  podcasts: Type.Array(Podcast),
  episodesCount: Type.Integer({ minimum: 0 }),
})
export type WorksInRole = Static<typeof WorksInRole>

export const listWorks = {
  method: 'GET',
  url: '/creators/:id/works',
  schema: {
    operationId: 'listWorks',
    summary: 'What a creator did, by role',
    tags: ['Creators'],
    description: `In the order of roles, at most ${maxWorksOfKind} of a kind; more by the filters of the lists, episodes by \`/episodes\`.`,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: Type.Array(WorksInRole) },
  },
} as const satisfies Endpoint

const WorkEpisodesQuery = Type.Object({
  ...PageFields.properties,
  role: Type.Optional(
    Type.Array(CreditRole, { maxItems: 50, description: 'Any of its values matches; any role unless given' }),
  ),
})
export type WorkEpisodesQuery = Static<typeof WorkEpisodesQuery>

export const pageWorkEpisodes = {
  method: 'GET',
  url: '/creators/:id/episodes',
  schema: {
    operationId: 'pageWorkEpisodes',
    summary: 'A page of the episodes that credit a creator, the newest first',
    tags: ['Creators'],
    errors: ['NotFound'],
    params: IdParams,
    querystring: Type.Unsafe<Partial<WorkEpisodesQuery>>(Type.Partial(WorkEpisodesQuery)),
    response: {
      200: Type.Object({
        items: Type.Array(FoundEpisode),
        totalCount: Type.Integer({ minimum: 0 }),
        pagedQuery: WorkEpisodesQuery,
      }),
    },
  },
} as const satisfies Endpoint
