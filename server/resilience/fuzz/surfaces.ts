import { type ErrorCode, errorStatuses } from '@earmark/contract/error-codes.ts'
import type { PlacedOperation, Response, Schema } from '../../src/testing/api-document.ts'

/** What is asked for beside the API: feeds, sounds elsewhere, apps. As operations, so that requests are made of them, too. */

interface Surface {
  readonly method?: 'get' | 'post' | 'put'
  readonly path: string
  readonly query?: Readonly<Record<string, Schema>>
  readonly body?: Schema
  /** The media type of a success; null for one without a body. */
  readonly type: string | null
  readonly schema?: Schema
  /** Successes beside 200. */
  readonly statuses?: readonly number[]
  readonly errors?: readonly ErrorCode[]
}

const text: Schema = { type: 'string' }
const since: Schema = { type: 'integer', minimum: 0, maximum: 2_000_000_000 }
const page = { page: { type: 'integer', minimum: 1, maximum: 3 } } as const
const urls: Schema = { type: 'array', items: { type: 'string' } }
const changes: Schema = { properties: { add: urls, remove: urls } }
const actions: Schema = {
  type: 'array',
  items: {
    properties: {
      podcast: text,
      episode: text,
      guid: text,
      action: { enum: ['play', 'PLAY', 'download', 'new'] },
      timestamp: text,
      started: { type: 'number', maximum: 5_000 },
      position: { type: 'number', maximum: 5_000 },
      total: { type: 'number', maximum: 5_000 },
    },
    required: ['podcast', 'episode', 'action'],
  },
}
const app: Schema = { properties: { caption: text, type: { enum: ['mobile', 'desktop', 'other'] } } }

const json = { type: 'application/json' } as const
const rss = 'application/rss+xml'
const aList: Schema = { type: 'array' }
const anObject: Schema = { type: 'object' }

const partial = [200, 206, 304] as const
const conditional = ['RangeNotSatisfiable', 'PreconditionFailed'] as const

const publicFeeds: readonly Surface[] = [
  { path: '/feeds/podcasts/{id}.xml', query: page, type: rss },
  { path: '/feeds/audio-books/{id}.xml', query: page, type: rss },
  { path: '/feeds/chapters/{versionedId}.json', type: 'application/json+chapters' },
  { path: '/feeds/chapters/audio-books/{versionedId}.json', type: 'application/json+chapters' },
  { path: '/feeds/transcripts/{versionedId}.vtt', type: 'text/vtt' },
  { path: '/feeds/images/{coverKey}.jpg', type: 'image/jpeg', statuses: partial, errors: conditional },
]

const privateFeeds: readonly Surface[] = [
  { path: '/feeds/p/{feedToken}/podcasts/{id}.xml', query: page, type: rss },
  { path: '/feeds/p/{feedToken}/audio-books/{id}.xml', query: page, type: rss },
  { path: '/feeds/p/{feedToken}/library.xml', query: page, type: rss },
  { path: '/feeds/p/{feedToken}/chapters/{versionedId}.json', type: 'application/json+chapters' },
  { path: '/feeds/p/{feedToken}/transcripts/{versionedId}.srt', type: 'application/x-subrip' },
]

const sounds: readonly Surface[] = [
  { path: '/media/{mediaFile}', type: 'audio/mpeg', statuses: partial, errors: conditional },
  {
    path: '/feeds/p/{feedToken}/media/{mediaFile}',
    type: 'audio/mpeg',
    statuses: partial,
    errors: conditional,
  },
  ...['/relay/{relayFile}', '/feeds/p/{feedToken}/relay/{relayFile}'].map((path) => ({
    path,
    type: 'audio/mpeg',
    statuses: partial,
    errors: ['RangeNotSatisfiable', 'ServiceUnavailable', 'TooManyRequests'] as const,
  })),
]

const own = '/gpodder/api/2'
const cloud = '/gpodder/index.php/apps/gpoddersync'
const apps: readonly Surface[] = [
  { method: 'post', path: `${own}/auth/{appUser}/login.json`, type: null },
  { method: 'post', path: `${own}/auth/{appUser}/logout.json`, type: null },
  { path: `${own}/devices/{appUser}.json`, ...json, schema: aList },
  { method: 'post', path: `${own}/devices/{appUser}/{appDevice}.json`, body: app, type: null },
  { path: `${own}/subscriptions/{appUser}/{appDevice}.json`, query: { since }, ...json, schema: anObject },
  {
    method: 'post',
    path: `${own}/subscriptions/{appUser}/{appDevice}.json`,
    body: changes,
    ...json,
    schema: anObject,
  },
  { path: '/gpodder/subscriptions/{appUser}.json', ...json, schema: aList },
  { path: '/gpodder/subscriptions/{appUser}.opml', type: 'text/x-opml' },
  { path: '/gpodder/subscriptions/{appUser}.txt', type: 'text/plain' },
  { method: 'put', path: '/gpodder/subscriptions/{appUser}/{appDevice}.json', body: urls, type: null },
  {
    path: `${own}/episodes/{appUser}.json`,
    query: { since, podcast: text, device: text, aggregated: text },
    ...json,
    schema: anObject,
  },
  { method: 'post', path: `${own}/episodes/{appUser}.json`, body: actions, ...json, schema: anObject },
  { path: `${own}/favorites/{appUser}.json`, ...json, schema: aList },
  { path: `${cloud}/subscriptions`, query: { since }, ...json, schema: anObject },
  { method: 'post', path: `${cloud}/subscription_change/create`, body: changes, ...json, schema: anObject },
  { path: `${cloud}/episode_action`, query: { since }, ...json, schema: anObject },
  { method: 'post', path: `${cloud}/episode_action/create`, body: actions, ...json, schema: anObject },
  { method: 'post', path: '/gpodder/index.php/login/v2', ...json, schema: anObject },
  {
    method: 'post',
    path: '/gpodder/index.php/login/v2/poll',
    body: { properties: { token: text }, required: ['token'] },
    ...json,
    schema: anObject,
  },
]

const appErrors: readonly ErrorCode[] = [
  ...(['Unauthorized', 'Forbidden', 'NotFound', 'InvalidBody', 'InvalidQuery'] as const),
  ...(['TooManyAttempts', 'PayloadTooLarge', 'UnsupportedMediaType'] as const),
]

export const surfaces: readonly PlacedOperation[] = [
  ...[...publicFeeds, ...privateFeeds].map((one) => operationOf({ statuses: [200, 304], ...one })),
  ...sounds.map(operationOf),
  ...apps.map((one) => operationOf({ errors: appErrors, ...one })),
  operationOf({ path: '/connect/{connectToken}', type: 'text/html', statuses: [200, 304] }),
]

/** Whose bytes need a connection that takes them. */
export function isFile({ path }: PlacedOperation): boolean {
  return /\{(mediaFile|relayFile|coverKey)\}/.test(path)
}

/** Errors beside `NotFound`. */
function operationOf({ method = 'get', path, query = {}, body, ...answers }: Surface): PlacedOperation {
  const inPath = path.matchAll(/\{(\w+)\}/g).map(([, name = '']) => ({ name, in: 'path', schema: text }))
  const inQuery = Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema }))
  return {
    operationId: `${method} ${path}`,
    summary: path,
    tags: [],
    path,
    method,
    parameters: [...inPath, ...inQuery],
    ...(body && { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: { ...successesOf(answers), ...failuresOf(['NotFound', ...(answers.errors ?? [])]) },
  }
}

function successesOf({ type, schema = {}, statuses = [200] }: Surface | Omit<Surface, 'path'>) {
  const content = type === null ? {} : { content: { [type]: { schema } } }
  return Object.fromEntries(
    statuses.map((status): [number, Response] => [
      status,
      { description: '', ...(status === 304 ? {} : content) },
    ]),
  )
}

function failuresOf(codes: readonly ErrorCode[]): Record<number, Response> {
  const byStatus = Map.groupBy(codes, (code) => errorStatuses[code])
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => {
      const item = { type: 'object', properties: { code: { enum: some } } }
      const schema: Schema = { type: 'array', items: item }
      return [status, { description: '', content: { 'application/json': { schema } } }]
    }),
  )
}
