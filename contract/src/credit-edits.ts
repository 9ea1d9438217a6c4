import { maxCredits } from './limits.ts'
import Type, { type Static } from 'typebox'
import { AudioBookDetail } from './audio-books.ts'
import { CreditRole } from './credits.ts'
import type { Endpoint } from './endpoint.ts'
import { EpisodeParams, PodcastEpisodeDetail } from './episodes.ts'
import { BaseUpdatedAt, Id, IdParams, Nullable, ShortText } from './fields.ts'
import { PodcastDetail } from './podcasts.ts'

/** Apart from the reads, which every listener's browser loads. */

export const NewCredit = Type.Object({
  creatorId: Id,
  role: CreditRole,
  as: Type.Optional(Nullable(ShortText)),
})
export type NewCredit = Static<typeof NewCredit>

const NewCredits = Type.Object({
  credits: Type.Array(NewCredit, {
    maxItems: maxCredits,
    description: 'All of them, in their order; those that are equal become one',
  }),
  baseUpdatedAt: BaseUpdatedAt,
})

const description = 'A creator that is not there is `UnknownItem`.'

export const replaceAudioBookCredits = {
  method: 'PUT',
  url: '/audio-books/:id/credits',
  schema: {
    operationId: 'replaceAudioBookCredits',
    summary: 'Replace the credits of an audio book',
    tags: ['Audio books'],
    description,
    errors: ['NotFound', 'UnknownItem', 'StaleRecord'],
    params: IdParams,
    body: NewCredits,
    response: { 200: AudioBookDetail },
  },
} as const satisfies Endpoint

export const replacePodcastCredits = {
  method: 'PUT',
  url: '/podcasts/:id/credits',
  schema: {
    operationId: 'replacePodcastCredits',
    summary: 'Replace the credits of a podcast',
    tags: ['Podcasts'],
    description,
    errors: ['NotFound', 'UnknownItem', 'StaleRecord'],
    params: IdParams,
    body: NewCredits,
    response: { 200: PodcastDetail },
  },
} as const satisfies Endpoint

export const replaceEpisodeCredits = {
  method: 'PUT',
  url: '/podcasts/:id/episodes/:episodeId/credits',
  schema: {
    operationId: 'replaceEpisodeCredits',
    summary: 'Replace the credits of an episode',
    tags: ['Podcasts'],
    description,
    errors: ['NotFound', 'UnknownItem', 'StaleRecord'],
    params: EpisodeParams,
    body: NewCredits,
    response: { 200: PodcastEpisodeDetail },
  },
} as const satisfies Endpoint
