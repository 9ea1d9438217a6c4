import type { FastifyInstance, FastifyRequest, onRequestHookHandler, RouteOptions } from 'fastify'
import type { Changes } from '../changes.ts'
import { type Answer, type AnswerCache, makeAnswer } from './answers.ts'
import { apiHeaders } from './security-headers.ts'
import { sendAnswer } from './send-answer.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is the same for everybody: kept in memory, with an entity tag, cacheable by anyone. */
    publicRead?: boolean
    /** Sent with an entity tag all the same, though it is one person's own. */
    taggedRead?: boolean
  }
}

/** Spread into the route of a public read. */
export const publicRead = { config: { publicRead: true } } as const

const headers = {
  ...apiHeaders,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=0, must-revalidate',
  vary: 'accept-encoding',
}

/**
 * Gives every route marked `publicRead` its memory. A kept answer leaves before parsing and validation: the
 * address alone decides it, since public reads never look at the bearer.
 */
export function registerPublicReads(app: FastifyInstance, answers: AnswerCache, changes: Changes): void {
  const fromMemory = answerFromMemory(answers, changes, addressOf)
  /** By address: what is made for one who asks is for all who ask meanwhile, as long as the catalogue has not changed. */
  const making = new Map<string, { readonly version: number; readonly answer: Promise<Answer> }>()
  app.addHook('onRoute', (route) => {
    if (!route.config?.publicRead) return
    route.onRequest = [...[route.onRequest ?? []].flat(), fromMemory]
    route.handler = answerAndKeep(route.handler)
  })

  function answerAndKeep(handle: RouteOptions['handler']): RouteOptions['handler'] {
    return async function (this: FastifyInstance, request, reply) {
      const address = addressOf(request)
      const version = changes.catalogueVersion
      const make = async (): Promise<Answer> => {
        const value = await handle.call(this, request, reply)
        const answer = makeAnswer({ text: reply.serialize(value) as string, headers, version })
        answers.keep(address, answer)
        return answer
      }
      let made = making.get(address)
      if (made?.version !== version) {
        const mine = {
          version,
          answer: make().finally(() => making.get(address) === mine && making.delete(address)),
        }
        made = mine
        making.set(address, mine)
      }
      sendAnswer(request, reply, await made.answer)
      return reply
    }
  }
}

/** What the answer depends on: of a read that knows no parameters whatever query there is says nothing. */
function addressOf({ raw: { url = '' }, routeOptions }: FastifyRequest): string {
  return routeOptions.schema?.querystring === undefined ? (url.split('?', 1)[0] ?? '') : url
}

/** RFC 9111, 5.2.1: the client takes what is kept only if it is still true, such as who has just changed it. */
const wantsCurrent = /\bno-cache\b|\bmax-age=0\b/

/** The hook that ends a request here, if its answer is kept. */
export function answerFromMemory(
  answers: AnswerCache,
  changes: Changes,
  keyOf: (request: FastifyRequest) => string,
): onRequestHookHandler {
  return (request, reply, done) => {
    const send = (): void => {
      const answer = answers.find(keyOf(request))
      if (answer) sendAnswer(request, reply, answer)
      else done()
    }
    if (wantsCurrent.test(request.headers['cache-control'] ?? '')) changes.catchUp().then(send).catch(done)
    else send()
  }
}
