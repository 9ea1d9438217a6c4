import { maxFeedTokens } from './limits.ts'
import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { Id, IdParams, Instant, NoContent, Nullable, refusedAs } from './fields.ts'

export const maxFeedTokenName = 100

/** An app that reads private feeds of an account; its token is told once, when it is made. */
export const FeedToken = Type.Object({
  id: Id,
  name: Type.String(),
  createdAt: Instant,
  lastUsedAt: Nullable({ ...Instant, description: 'To a day' } as typeof Instant),
})
export type FeedToken = Static<typeof FeedToken>

export const NewFeedToken = Type.Object({
  ...FeedToken.properties,
  token: Type.String({
    description: 'The part of the addresses below `/feeds/p/`, beside the API; told this once',
  }),
})
export type NewFeedToken = Static<typeof NewFeedToken>

const tags = ['Feeds']

export const listFeedTokens = {
  method: 'GET',
  url: '/feed-tokens/me',
  schema: {
    operationId: 'listFeedTokens',
    summary: 'The apps that read private feeds of the own account, made last first',
    tags,
    response: { 200: Type.Array(FeedToken) },
  },
} as const satisfies Endpoint

export const addFeedToken = {
  method: 'POST',
  url: '/feed-tokens/me',
  schema: {
    operationId: 'addFeedToken',
    summary: 'Make a token for an app that is to read private feeds',
    tags,
    description: `Whoever has it hears what the account may hear. An account has at most ${maxFeedTokens} (\`TooManyTokens\`).`,
    errors: ['NameRequired', 'TooManyTokens'],
    body: Type.Object({
      name: refusedAs(
        'NameRequired',
        Type.String({
          minLength: 1,
          maxLength: maxFeedTokenName,
          pattern: '^[^\\u0000-\\u001f\\u007f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$',
        }),
      ),
    }),
    response: { 201: NewFeedToken },
  },
} as const satisfies Endpoint

export const removeFeedToken = {
  method: 'DELETE',
  url: '/feed-tokens/me/:id',
  schema: {
    operationId: 'removeFeedToken',
    summary: 'End a token; its feeds are gone with the next request',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint
