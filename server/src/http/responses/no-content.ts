import type { FastifyReply } from 'fastify'

/** Answers 204. */
export function noContent(reply: FastifyReply): FastifyReply {
  return reply.code(204).send()
}
