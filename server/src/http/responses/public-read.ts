import type { FastifyInstance, FastifyRequest, onRequestHookHandler, RouteOptions } from 'fastify'
import type { Changes, Made } from '../../db/changes/changes.ts'
import type { Scope, ScopeList } from '../../db/engine/scopes.ts'
import {
  type CachedResponse,
  type ResponseCache,
  filesOf,
  makeResponse,
  makeLongResponse,
  sizeOf,
} from './response-cache.ts'
import { apiHeaders } from './security-headers.ts'
import { sendResponse, sendHead } from './send-response.ts'
import { pageInWriting, StreamedList, serializeStreamedList } from './streamed-list.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The answer is the same for everybody: kept in memory, with an entity tag, cacheable by anyone. What it is made
     * from, with `:id` for the path's parameter.
     */
    publicRead?: Scope | `${ScopeList}/:id`
    /** Sent with an entity tag all the same, though it is one person's own. */
    taggedRead?: boolean
  }
}

/** To be spread into the route of a public read. */
export function publicRead(scope: Scope | `${ScopeList}/:id`) {
  return { config: { publicRead: scope } }
}

const headers = {
  ...apiHeaders,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=0, must-revalidate',
  vary: 'accept-encoding',
}

/**
 * Gives every route marked `publicRead` its memory. A kept answer leaves before parsing and validation: the
 * address alone decides it, since public reads never look at the bearer.
 *
 * @param folder for responses that are too long for memory
 */
export function registerPublicReads(
  app: FastifyInstance,
  responseCache: ResponseCache,
  changes: Changes,
  folder: string,
): void {
  const fromMemory = respondFromCache(responseCache, changes, addressOf)
  /** By address: what is made for one who asks is for all who ask meanwhile, as long as it is current. */
  const making = new Map<string, Made & { readonly answer: Promise<CachedResponse> }>()
  app.addHook('onRoute', (route) => {
    if (!route.config?.publicRead) return
    route.onRequest = [...[route.onRequest ?? []].flat(), fromMemory]
    route.handler = respondAndCache(route.handler)
  })

  function respondAndCache(handle: RouteOptions['handler']): RouteOptions['handler'] {
    return async function (this: FastifyInstance, request, reply) {
      const address = addressOf(request)
      const { version } = changes
      const scopes = [scopeOf(request)]
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
        const serialize = (part: unknown) => reply.serialize(part) as string
        const answer =
          value instanceof StreamedList
            ? await makeLongResponse({
                texts: serializeStreamedList(value, serialize),
                folder,
                headers,
                version,
                scopes,
              })
            : makeResponse({ text: serialize(value), headers, version, scopes })
        responseCache.keep(address, answer)
        // Who waits for it holds it by then.
        setImmediate(() => filesOf(answer)?.release())
        return answer
      }
      let made = making.get(address)
      if (!made || !changes.isCurrent(made)) {
        const mine = {
          version,
          scopes,
          answer: make().finally(() => making.get(address) === mine && making.delete(address)),
        }
        made = mine
        making.set(address, mine)
      }
      sendResponse(request, reply, await made.answer)
      return reply
    }
  }
}

/** What the answer depends on: of a read that knows no parameters whatever query there is says nothing. */
function addressOf({ raw: { url = '' }, routeOptions }: FastifyRequest): string {
  return routeOptions.schema?.querystring === undefined ? (url.split('?', 1)[0] ?? '') : url
}

/** What the answer to this request is made from. */
function scopeOf({ routeOptions, params }: FastifyRequest): Scope {
  const { publicRead: scope } = routeOptions.config
  return scope?.replace(':id', String((params as { id?: unknown }).id)) as Scope
}

/** What a page takes of a kept answer. */
const maxPageBytes = 256 * 1024

/** RFC 9111, 5.2.1: the client takes what is kept only if it is still true, such as who has just changed it. */
const wantsCurrent = /\bno-cache\b|\bmax-age=0\b/

/** The hook that ends a request here, if its answer is kept. */
export function respondFromCache(
  responseCache: ResponseCache,
  changes: Changes,
  keyOf: (request: FastifyRequest) => string,
): onRequestHookHandler {
  return (request, reply, done) => {
    const send = (): void => {
      const answer = responseCache.find(keyOf(request))
      const page = pageInWriting.getStore()
      if (!answer || (page && sizeOf(answer.plain) > maxPageBytes)) return done()
      for (const scope of answer.scopes) page?.scopes.add(scope)
      sendResponse(request, reply, answer)
    }
    if (wantsCurrent.test(request.headers['cache-control'] ?? '')) changes.catchUp().then(send).catch(done)
    else send()
  }
}
