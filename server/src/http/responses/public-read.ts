import type {
  FastifyInstance,
  FastifyRequest,
  onRequestHookHandler,
  preParsingHookHandler,
  RouteOptions,
} from 'fastify'
import type { Changes, Made } from '../../db/changes/changes.ts'
import type { Scope, ScopeList } from '../../db/engine/scopes.ts'
import { acceptedRanges } from './accept.ts'
import {
  type CachedResponse,
  type OpenHeaders,
  type ResponseCache,
  filesOf,
  makeResponse,
  makeLongResponse,
  sizeOf,
} from './response-cache.ts'
import { apiHeaders } from './security-headers.ts'
import { sendResponse, sendHead } from './send-response.ts'
import { collectStreamedList, pageInWriting, StreamedList, serializeStreamedList } from './streamed-list.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scopes of a response that is equal for everyone, with `:id` for the path's parameter. */
    publicRead?: readonly ReadScope[]
    /** What a public read answers to those whose `Accept` names its type. */
    otherForm?: OtherForm
    /** Of a public read: whether somebody who is signed in has an answer of their own. */
    isOwn?: (request: FastifyRequest) => Promise<boolean>
    /** Sends an entity tag with a private response. */
    taggedRead?: boolean
  }
  interface FastifyRequest {
    /** Whether the answer to a public read is the caller's own, and kept for nobody. */
    isOwnRead: boolean
  }
}

type ReadScope = Scope | `${ScopeList}/:id`

/** A representation of a JSON answer, itself JSON (RFC 9110, 12.5.1). */
export interface OtherForm {
  readonly type: string
  readonly of: (value: never) => object
}

export function publicRead(...scopes: [ReadScope, ...ReadScope[]]) {
  return { config: { publicRead: scopes } }
}

const jsonHeaders = {
  ...apiHeaders,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=0, must-revalidate',
  vary: 'accept-encoding',
}

function headersOf({ routeOptions: { config } }: FastifyRequest, form: OtherForm | null) {
  if (!config.otherForm) return jsonHeaders
  const type = form === null ? {} : { 'content-type': form.type }
  return { ...jsonHeaders, ...type, vary: 'accept, accept-encoding' }
}

/** The other form where its type is named, and JSON is not preferred. */
function formOf({ routeOptions: { config }, headers }: FastifyRequest): OtherForm | null {
  const { otherForm } = config
  if (!otherForm) return null
  const ranges = acceptedRanges(headers.accept)
  const quality = ranges.get(otherForm.type) ?? 0
  const json = ranges.get('application/json') ?? ranges.get('application/*') ?? ranges.get('*/*') ?? 0
  return quality > 0 && quality >= json ? otherForm : null
}

/**
 * Cached responses are sent before parsing and validation, and behind the guard: public reads depend on the address,
 * `period` and the form only.
 */
export function registerPublicReads(
  app: FastifyInstance,
  responseCache: ResponseCache,
  changes: Changes,
  folder: string,
  period: () => string,
): void {
  const keyOf = (request: FastifyRequest) => `${period()}${formOf(request)?.type ?? ''}${addressOf(request)}`
  const fromMemory = respondFromCache(responseCache, changes, keyOf)
  /** Concurrent requests for an address share one response while it is current. */
  const making = new Map<string, Made & { readonly response: Promise<CachedResponse> }>()
  app.decorateRequest('isOwnRead', false)
  app.addHook('onClose', async () => responseCache.clear())
  app.addHook('onRoute', (route) => {
    if (!route.config?.publicRead) return
    if (route.config.access === 'everyone') route.onRequest = [...[route.onRequest ?? []].flat(), fromMemory]
    else route.preParsing = [...[route.preParsing ?? []].flat(), afterGuard(fromMemory)]
    route.handler = respondAndCache(route.handler)
  })

  function respondAndCache(handle: RouteOptions['handler']): RouteOptions['handler'] {
    return async function (this: FastifyInstance, request, reply) {
      const { isOwn } = request.routeOptions.config
      if (isOwn && request.headers.authorization !== undefined && (await isOwn(request))) {
        request.isOwnRead = true
        reply.header('cache-control', 'no-store')
        return await collectStreamedList(request, reply, await handle.call(this, request, reply), folder)
      }
      const address = keyOf(request)
      const form = formOf(request)
      const headers = headersOf(request, form)
      const { version } = changes
      const scopes = scopesOf(request)
      const page = pageInWriting.getStore()
      for (const scope of scopes) page?.scopes.add(scope)
      const asked: unknown =
        page || request.method === 'HEAD' ? await handle.call(this, request, reply) : null
      if (asked instanceof StreamedList && page) {
        page.framed.add(request.url)
        return asked.frame([])
      }
      if (asked instanceof StreamedList) {
        sendHead(reply, headers)
        return reply
      }
      const make = async (): Promise<CachedResponse> => {
        const value: unknown = asked ?? (await handle.call(this, request, reply))
        const serialize = (part: unknown) =>
          form ? JSON.stringify(form.of(part as never)) : (reply.serialize(part) as string)
        const response =
          value instanceof StreamedList
            ? await makeLongResponse({
                texts: serializeStreamedList(value, serialize),
                folder,
                headers,
                version,
                scopes,
              })
            : makeResponse({ text: serialize(value), headers, version, scopes, open: openHeadersOf(request) })
        responseCache.keep(address, response)
        setImmediate(() => filesOf(response)?.release())
        return response
      }
      let made = making.get(address)
      if (!made || !changes.isCurrent(made)) {
        const mine = {
          version,
          scopes,
          response: make().finally(() => making.get(address) === mine && making.delete(address)),
        }
        made = mine
        making.set(address, mine)
      }
      sendResponse(request, reply, await made.response)
      return reply
    }
  }
}

/** The guard is a `preParsing` hook of the scope, and comes before those of its routes. */
function afterGuard(hook: onRequestHookHandler): preParsingHookHandler {
  return function (this: FastifyInstance, request, reply, payload, done) {
    hook.call(this, request, reply, (error?: Error) => done(error ?? null, payload))
  }
}

function addressOf({ raw: { url = '' }, routeOptions }: FastifyRequest): string {
  return routeOptions.schema?.querystring === undefined ? (url.split('?', 1)[0] ?? '') : url
}

function scopesOf({ routeOptions, params }: FastifyRequest): Scope[] {
  const { publicRead: scopes = [] } = routeOptions.config
  const id = String((params as { id?: unknown }).id)
  return scopes.map((scope) => scope.replace(':id', id) as Scope)
}

const none = {}

/** Undefined where more than the address decides, and of searches, which are counted. */
function openHeadersOf({ routeOptions: { config }, query }: FastifyRequest): OpenHeaders | undefined {
  const isOpen = config.access === 'everyone' && !config.otherForm && !config.isOwn
  const { search = '' } = query as { search?: string }
  return isOpen && search === '' ? () => none : undefined
}

/** Larger responses are fetched by the page's script. */
const maxPageBytes = 256 * 1024

/** RFC 9111, 5.2.1: sent by clients that have just changed something. */
const wantsCurrent = /\bno-cache\b|\bmax-age=0\b/

export function respondFromCache(
  responseCache: ResponseCache,
  changes: Changes,
  keyOf: (request: FastifyRequest) => string,
): onRequestHookHandler {
  return (request, reply, done) => {
    const send = (): void => {
      const response = responseCache.find(keyOf(request))
      const page = pageInWriting.getStore()
      if (!response || (page && sizeOf(response.plain) > maxPageBytes)) return done()
      for (const scope of response.scopes) page?.scopes.add(scope)
      sendResponse(request, reply, response)
    }
    if (wantsCurrent.test(request.headers['cache-control'] ?? '')) changes.catchUp().then(send).catch(done)
    else send()
  }
}
