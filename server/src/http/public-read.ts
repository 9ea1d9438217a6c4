import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Changes } from '../changes.ts'
import { type AnswerCache, makeAnswer } from './answers.ts'
import { apiHeaders } from './security-headers.ts'
import { sendAnswer } from './send-answer.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is the same for everybody: kept in memory, with an entity tag, cacheable by anyone. */
    publicRead?: boolean
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
  app.addHook('onRoute', (route) => {
    if (!route.config?.publicRead) return
    route.onRequest = [...[route.onRequest ?? []].flat(), answerFromMemory]
    route.handler = answerAndKeep(route.handler)
  })

  function answerFromMemory(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const answer = answers.find(request.raw.url as string)
    if (answer) sendAnswer(request, reply, answer)
    else done()
  }

  function answerAndKeep(handle: RouteOptions['handler']): RouteOptions['handler'] {
    return async function (this: FastifyInstance, request, reply) {
      const version = changes.catalogueVersion
      const value = await handle.call(this, request, reply)
      const answer = makeAnswer({ text: reply.serialize(value) as string, headers, version })
      answers.keep(request.raw.url as string, answer)
      sendAnswer(request, reply, answer)
      return reply
    }
  }
}
