import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { type DirectoryCategory, feedCategories } from './feeds.ts'
import { BaseUpdatedAt, IdParams, Instant, Nullable } from './fields.ts'

export const maxFeedCategories = 3
export const maxFeedLines = 5
/** Of each page after the first, too. */
export const minFirstPageItems = 1_000
export const maxFirstPageItems = 10_000

const line = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' })
/** Empty for none. */
const optionalLine = (maxLength: number) =>
  Type.Optional(Nullable({ ...line(maxLength), minLength: 0 } as Type.TString))
const address = Type.String({ maxLength: 2_000, format: 'uri', description: 'With http or https' })

export const feedTypes = ['episodic', 'serial'] as const
export type FeedType = (typeof feedTypes)[number]

const ownFields = {
  language: Type.String({ minLength: 1, maxLength: 100, description: 'BCP 47' }),
  categories: Type.Array(Type.Unsafe<DirectoryCategory>({ type: 'string', enum: [...feedCategories] }), {
    maxItems: maxFeedCategories,
    uniqueItems: true,
  }),
  explicit: Type.Boolean(),
  type: Type.Unsafe<FeedType>({ type: 'string', enum: [...feedTypes] }),
  complete: Type.Boolean({ description: 'Nothing more will come' }),
  locked: Type.Boolean({ description: 'Other hosts may not take the feed over' }),
  funding: Type.Array(Type.Object({ url: address, text: line(128) }), { maxItems: maxFeedLines }),
  verify: Type.Array(line(4_000), {
    maxItems: maxFeedLines,
    description: 'Texts by which directories see whose feed it is',
  }),
}

/** Of what directories would refuse. */
export const feedFindings = [
  'NoCategory',
  'CoverTooSmall',
  'EnclosureTypeNotAccepted',
  'NoDescription',
  'NoAuthor',
  'HostNotPublic',
] as const
export type FeedFinding = (typeof feedFindings)[number]

/** What an editor has not set comes from the record. */
export const FeedSettings = Type.Object({
  ...ownFields,
  author: Nullable(Type.String()),
  ownerEmail: Nullable(Type.String()),
  tellOwner: Type.Boolean({ description: 'Whether directories read `ownerEmail`' }),
  link: Nullable(Type.String()),
  copyright: Nullable(Type.String()),
  updatedAt: Instant,
  findings: Type.Array(
    Type.Object({
      code: Type.Unsafe<FeedFinding>({ type: 'string', enum: [...feedFindings] }),
      description: Type.String(),
    }),
    { description: 'What directories would refuse' },
  ),
})
export type FeedSettings = Static<typeof FeedSettings>

/** What is absent or null comes from the record again. */
export const NewFeedSettings = Type.Object({
  ...ownFields,
  author: optionalLine(200),
  ownerEmail: optionalLine(254),
  tellOwner: Type.Optional(Type.Boolean()),
  link: Type.Optional(Nullable(address)),
  copyright: optionalLine(500),
  updatedAt: BaseUpdatedAt,
})
export type NewFeedSettings = Static<typeof NewFeedSettings>

const firstPageItems = Type.Integer({
  minimum: minFirstPageItems,
  maximum: maxFirstPageItems,
  description: `Items on the first page; each further one has ${minFirstPageItems}`,
})

export const PodcastFeedSettings = Type.Object({ ...FeedSettings.properties, firstPageItems })
export type PodcastFeedSettings = Static<typeof PodcastFeedSettings>

export const NewPodcastFeedSettings = Type.Object({
  ...NewFeedSettings.properties,
  firstPageItems: Type.Optional(firstPageItems),
})
export type NewPodcastFeedSettings = Static<typeof NewPodcastFeedSettings>

const read = { tags: ['Feeds'], errors: ['NotFound'], params: IdParams } as const
const replace = {
  tags: ['Feeds'],
  errors: ['NotFound', 'InvalidBody', 'StaleRecord'],
  params: IdParams,
} as const

export const getPodcastFeed = {
  method: 'GET',
  url: '/podcasts/:id/feed',
  schema: {
    operationId: 'getPodcastFeed',
    summary: 'How the feed of a podcast is written',
    ...read,
    response: { 200: PodcastFeedSettings },
  },
} as const satisfies Endpoint

export const replacePodcastFeed = {
  method: 'PUT',
  url: '/podcasts/:id/feed',
  schema: {
    operationId: 'replacePodcastFeed',
    summary: 'Set how the feed is written',
    ...replace,
    body: NewPodcastFeedSettings,
    response: { 200: PodcastFeedSettings },
  },
} as const satisfies Endpoint

export const getAudioBookFeed = {
  method: 'GET',
  url: '/audio-books/:id/feed',
  schema: {
    operationId: 'getAudioBookFeed',
    summary: 'How the feed of an audio book is written',
    ...read,
    response: { 200: FeedSettings },
  },
} as const satisfies Endpoint

export const replaceAudioBookFeed = {
  method: 'PUT',
  url: '/audio-books/:id/feed',
  schema: {
    operationId: 'replaceAudioBookFeed',
    summary: 'Set how the feed is written',
    ...replace,
    body: NewFeedSettings,
    response: { 200: FeedSettings },
  },
} as const satisfies Endpoint
