import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Changes } from '../changes.ts'
import { type AnswerCache, makeAnswer, representAnswer, sendAnswer } from './answers.ts'
import { apiHeaders } from './security-headers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is the same for everybody: kept in memory, with an entity tag, cacheable by anyone. */
    publicRead?: boolean
  }
  interface FastifyRequest {
    /** The catalogue's version when this public read began; null once it is answered from memory. */
    readVersion: number | null
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
 * Gives every route marked `publicRead` its cache. A kept answer leaves before parsing and validation: the
 * address alone decides it, since public reads never look at the bearer.
 */
export function registerPublicReads(app: FastifyInstance, answers: AnswerCache, changes: Changes): void {
  app.decorateRequest('readVersion', null)

  const answerFromMemory = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const answer = answers.find(request.raw.url as string)
    if (answer) {
      sendAnswer(request, reply, answer)
      return
    }
    request.readVersion = changes.catalogueVersion
    done()
  }

  const keepAnswer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<unknown> => {
    const version = request.readVersion
    if (version === null || reply.statusCode !== 200 || typeof payload !== 'string') return payload
    request.readVersion = null
    const answer = makeAnswer(payload, version, headers)
    answers.keep(request.raw.url as string, answer)
    reply.removeHeader('content-length')
    return await representAnswer(request, reply, answer)
  }

  app.addHook('onRoute', (route) => {
    if (!route.config?.publicRead) return
    route.onRequest = [answerFromMemory]
    route.onSend = [keepAnswer]
  })
}
