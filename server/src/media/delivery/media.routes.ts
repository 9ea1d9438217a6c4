import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'
import { apiHeaders } from '../../http/responses/security-headers.ts'
import { openToEveryone } from '../../http/guard/access.ts'
import { timeLimits } from '../../http/connections/limits.ts'
import type { AddressLife } from '../storage/files/delivery.ts'
import type { MediaDeps } from '../storage/files/storage.ts'
import type { MediaSignatures } from './media-signatures.ts'
import { createMediaSender } from './send-media.ts'

interface MediaRoute {
  Params: { file: string }
  Querystring: { expires?: unknown; signature?: unknown }
}

/**
 * `GET` and `HEAD /media/:file`: immutable bytes with conditions and ranges (RFC 9110, 13 and 14; 0008).
 *
 * @param signatures null where everybody may read them
 */
export function registerMedia(
  app: FastifyInstance,
  deps: MediaDeps,
  signatures: MediaSignatures | null,
  idleMs = timeLimits.unreadMs,
): void {
  const send = createMediaSender(deps, idleMs)
  app.route<MediaRoute>({
    method: ['GET', 'HEAD'],
    url: '/media/:file',
    ...openToEveryone,
    schema: { hide: true },
    handler: async (request, reply) => {
      reply.header('access-control-allow-origin', '*')
      const { file } = request.params
      const life = signatures && lifeOf(signatures, file, request.query)
      await send(request, reply, file, life)
    },
  })
  app.options('/media/:file', { schema: { hide: true } }, (_request, reply) =>
    reply.code(204).headers(preflight).send(),
  )
}

const preflight = {
  ...apiHeaders,
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers':
    'range, if-range, if-match, if-none-match, if-modified-since, if-unmodified-since',
  'access-control-max-age': '86400',
}

/** @throws AppError `Forbidden` before anything is told of the medium */
function lifeOf(signatures: MediaSignatures, file: string, query: MediaRoute['Querystring']): AddressLife {
  const expires = signatures.verify(file, query)
  if (expires !== null) return { expires, seconds: signatures.seconds }
  const description = 'This address has ended, or was never given. The record has the present one.'
  throw new AppError('Forbidden', { description })
}
