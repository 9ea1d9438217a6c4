import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { Id, IdParams, Nullable, NullableText } from './fields.ts'
import type { FormFile } from './record-forms.ts'

/** OPML: lists of subscriptions that podcast apps read and write. */

/** Bytes of a list, and the feeds that it may name. */
export const maxOpmlBytes = 2 * 1024 ** 2
export const maxOpmlFeeds = 5000

export const importItemStates = ['waiting', 'added', 'known', 'failed'] as const
export type ImportItemState = (typeof importItemStates)[number]

const ImportItem = Type.Object({
  url: Type.String(),
  title: NullableText,
  state: Type.Unsafe<ImportItemState>({ type: 'string', enum: [...importItemStates] }),
  podcastId: Nullable(Id),
  error: Nullable(Type.String({ description: 'A sentence for people, of one that failed' })),
})
export type ImportItem = Static<typeof ImportItem>

const Count = Type.Integer({ minimum: 0 })

export const SourceImport = Type.Object({
  id: Id,
  total: Count,
  done: Type.Integer({ minimum: 0, description: 'Those that do not wait any more' }),
  items: Type.Array(ImportItem, {
    description: 'In the order of the list; empty in the answer to its upload',
  }),
})
export type SourceImport = Static<typeof SourceImport>

const tags = ['Sources']

export const importSources = {
  method: 'POST',
  url: '/sources/imports',
  schema: {
    operationId: 'importSources',
    summary: 'Add the feeds of an OPML list one by one, and follow their podcasts',
    tags,
    description: `At most ${maxOpmlBytes} bytes and ${maxOpmlFeeds} feeds. An account has one import under way.`,
    errors: ['NotAnOpml', 'FileTooLarge', 'ImportRunning'],
    form: Type.Object({
      File: Type.Optional(
        Type.Unsafe<FormFile>({ type: 'string', format: 'binary', description: 'OPML 1.0 or 2.0' }),
      ),
    }),
    response: { 201: SourceImport },
  },
} as const satisfies Endpoint

export const getSourceImport = {
  method: 'GET',
  url: '/sources/imports/:id',
  schema: {
    operationId: 'getSourceImport',
    summary: 'What has become of the feeds of an own import',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: SourceImport },
  },
} as const satisfies Endpoint

export const exportFollows = {
  method: 'GET',
  url: '/follows/me.opml',
  schema: {
    operationId: 'exportFollows',
    summary: 'The podcasts that the own account follows, as OPML 2.0',
    tags: ['Follows'],
    description:
      'A podcast of a feed elsewhere has its address where that holds no secret; others have their feed here.',
    errors: ['TooManyTokens'],
    texts: ['text/x-opml'],
    response: { 200: Type.String({ description: 'OPML 2.0' }) },
  },
} as const satisfies Endpoint
