import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { Id, IdParams, Instant, invalidAs, NoContent, Nullable, NullableText, refusedAs } from './fields.ts'
import { PagedQuerystring, PagedResult } from './paging.ts'
import { SameId } from './record-forms.ts'

/** Sources: feeds elsewhere that podcasts are made from. */

export const sourceStates = ['active', 'paused', 'failing', 'gone'] as const
export type SourceState = (typeof sourceStates)[number]

/** Which recordings are fetched into the own storage. */
export const keepPolicies = ['none', 'last', 'all'] as const
export type KeepPolicy = (typeof keepPolicies)[number]

export const defaultKeepCount = 5
export const maxKeepCount = 1_000

export const maxSourceUrlLength = 2_000

function oneOf<Value extends string>(values: readonly Value[], description?: string) {
  return Type.Unsafe<Value>({ type: 'string', enum: [...values], ...(description && { description }) })
}

const Count = Type.Integer({ minimum: 0 })

/** The fields of a podcast that its source states, as long as no editor has detached them. */
export const sourcedFields = [
  'name',
  'description',
  'cover',
  'categories',
  'language',
  'isExplicit',
  'link',
  'episodeOrder',
  'voicers',
] as const
export type SourcedField = (typeof sourcedFields)[number]

const Detached = Type.Array(oneOf(sourcedFields), {
  maxItems: sourcedFields.length,
  uniqueItems: true,
  description: 'Fields of the podcast that are edited here, and that the feed has no say in',
})

export const Source = Type.Object({
  id: Id,
  podcastId: Id,
  podcastName: Type.String(),
  url: Type.String({ description: 'Of one that holds a password or a token, its host alone' }),
  state: oneOf(sourceStates),
  keep: oneOf(keepPolicies),
  keepCount: Nullable(Type.Integer({ description: 'Of `last`; null for other policies' })),
  checkedAt: Nullable(Instant),
  changedAt: Nullable(Instant),
  nextAt: Nullable(Type.String({ ...Instant, description: 'Null while it is not checked by itself' })),
  failingSince: Nullable(
    Type.String({
      ...Instant,
      description: 'Of the first failure since it was read last; null while it is read',
    }),
  ),
  lastError: NullableText,
  failures: Count,
  episodesCount: Count,
  keptCount: Type.Integer({ minimum: 0, description: 'Recordings that are kept here' }),
  keptBytes: Count,
  refusedCount: Type.Integer({ minimum: 0, description: 'Recordings that could not be kept' }),
  refusedReason: Nullable(Type.String({ description: 'Of the latest of them' })),
  detached: Detached,
})
export type Source = Static<typeof Source>

const Url = invalidAs(
  'InvalidUrl',
  Type.String({ maxLength: maxSourceUrlLength, minLength: 1, description: 'Of a feed, with http or https' }),
)

const Keep = oneOf(
  keepPolicies,
  'Recordings that are fetched into the own storage: `none`, the `last` ones, or `all`; others are relayed',
)

const KeepCount = Type.Integer({
  minimum: 1,
  maximum: maxKeepCount,
  description: `Of \`last\`; absent: as it is, or ${defaultKeepCount}`,
})

const tags = ['Sources']

export const NewSource = Type.Object({
  url: refusedAs('InvalidUrl', Url),
  keep: Type.Optional(Keep),
  keepCount: Type.Optional(KeepCount),
})
export type NewSource = Static<typeof NewSource>

export const addSource = {
  method: 'POST',
  url: '/sources',
  schema: {
    operationId: 'addSource',
    summary: 'Make a podcast from a feed elsewhere, and follow it',
    tags,
    description:
      'The feed is read within 20 s. One that is known already is answered with 200, also by its address here or by the one that it names as its new one, as is one of a podcast that was brought from another program with this address: its source is made, and its episodes are recognised. `FeedUnavailable` says no more than that it could not be read.',
    errors: ['InvalidUrl', 'FeedUnavailable', 'TooManyRequests', 'ServiceUnavailable'],
    body: NewSource,
    response: { 200: Source, 201: Source },
  },
} as const satisfies Endpoint

export const sourceSortFields = ['id', 'nextAt', 'failures'] as const
export type SourceSortField = (typeof sourceSortFields)[number]

export const listSources = {
  method: 'GET',
  url: '/sources',
  schema: {
    operationId: 'listSources',
    summary: 'All sources, by id',
    tags,
    response: { 200: Type.Array(Source) },
  },
} as const satisfies Endpoint

const SourceFilters = Type.Partial(Type.Object({ state: oneOf(sourceStates), podcastId: Id }))

export const pageSources = {
  method: 'GET',
  url: '/sources/paged',
  schema: {
    operationId: 'pageSources',
    summary: 'A page of sources; a search finds names of podcasts and hosts',
    tags,
    querystring: PagedQuerystring(sourceSortFields, SourceFilters),
    response: { 200: PagedResult(Source, sourceSortFields, SourceFilters) },
  },
} as const satisfies Endpoint

export const getSource = {
  method: 'GET',
  url: '/sources/:id',
  schema: {
    operationId: 'getSource',
    summary: 'One source',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: Source },
  },
} as const satisfies Endpoint

export const updateSource = {
  method: 'PUT',
  url: '/sources/:id',
  schema: {
    operationId: 'updateSource',
    summary: 'Change a source; another address is proved by its next check',
    tags,
    description:
      'The `url` that is answered keeps the present address. `DuplicateUrl`: another source has it.',
    errors: ['NotFound', 'IdMismatch', 'InvalidUrl', 'DuplicateUrl'],
    params: IdParams,
    body: Type.Object({
      id: SameId,
      url: Url,
      keep: Keep,
      keepCount: Type.Optional(KeepCount),
      state: oneOf(['active', 'paused'], '`active` also checks one that failed or is gone'),
      detached: Type.Optional({ ...Detached, description: 'Absent: as they are' } as typeof Detached),
    }),
    response: { 200: Source },
  },
} as const satisfies Endpoint

export const checkSource = {
  method: 'POST',
  url: '/sources/:id/check',
  schema: {
    operationId: 'checkSource',
    summary: 'Check a source now; its `checkedAt` changes when that is done, well or not',
    tags,
    description: 'At most once a minute.',
    errors: ['NotFound', 'TooManyRequests'],
    params: IdParams,
    response: { 202: NoContent },
  },
} as const satisfies Endpoint

export const deleteSource = {
  method: 'DELETE',
  url: '/sources/:id',
  schema: {
    operationId: 'deleteSource',
    summary: 'Part a podcast from its feed; episodes whose sound is elsewhere lose it',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    querystring: Type.Object({
      podcast: Type.Optional(Type.Boolean({ description: 'Whether the podcast goes, too' })),
    }),
    response: { 204: NoContent },
  },
} as const satisfies Endpoint
