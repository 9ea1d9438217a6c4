import Type, { type Static } from 'typebox'
import { AudioBook } from './audio-books.ts'
import { CreditRole } from './credits.ts'
import type { Endpoint } from './endpoint.ts'
import { IdParams } from './fields.ts'
import { Podcast } from './podcasts.ts'

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
    description: `In the order of roles, at most ${maxWorksOfKind} of a kind; more by the filters of the lists.`,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: Type.Array(WorksInRole) },
  },
} as const satisfies Endpoint
