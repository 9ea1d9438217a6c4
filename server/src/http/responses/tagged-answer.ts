import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from './send-response.ts'

/** The answer of a read that is asked again and again: 304 to those who have it (RFC 9110, 13.1.2). */
export function taggedAnswer<View extends object>(
  request: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  view: View,
): View | FastifyReply {
  const digest = createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, 22)
  const etag = `W/"${digest}"`
  reply.header('etag', etag)
  const known = request.headers['if-none-match']
  return known !== undefined && matchesEtag(known, etag) ? reply.code(304).send() : view
}
