import type { FastifyReply, FastifyRequest } from 'fastify'
import { filesOf, makeLongResponse } from './response-cache.ts'
import { momentaryHeaders } from './security-headers.ts'
import { sendResponse } from './send-response.ts'

const headers = {
  ...momentaryHeaders,
  'content-type': 'application/json; charset=utf-8',
  vary: 'accept-encoding',
}

/**
 * Sends a private response with an entity tag, compressed, and 304 to a client that has it; of routes with `taggedRead`.
 *
 * @param texts the pieces of the response's JSON
 * @param folder for a response that is too large for memory
 */
export async function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  texts: AsyncIterable<string>,
  folder: string,
): Promise<FastifyReply> {
  const response = await makeLongResponse({ texts, folder, headers, version: 0, scopes: [] })
  sendResponse(request, reply, response)
  filesOf(response)?.release()
  return reply
}
