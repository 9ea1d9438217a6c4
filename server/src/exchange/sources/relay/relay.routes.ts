import type { FastifyInstance } from 'fastify'
import { openToEveryone } from '../../../http/guard/access.ts'
import type { MediaSignatures } from '../../../media/delivery/media-signatures.ts'
import { failure } from './relay-failures.ts'
import type { RelaySender } from './send-relayed.ts'

interface RelayRoute {
  Params: { file: string }
  Querystring: { expires?: unknown; signature?: unknown }
}

/**
 * `GET` and `HEAD /relay/:file`.
 *
 * @param signatures null where everybody may hear them
 */
export function registerRelay(
  app: FastifyInstance,
  sendRelayed: RelaySender,
  signatures: MediaSignatures | null,
): void {
  app.route<RelayRoute>({
    method: ['GET', 'HEAD'],
    url: '/relay/:file',
    ...openToEveryone,
    schema: { hide: true },
    handler: async (request, reply) => {
      const { file } = request.params
      if (signatures && signatures.verify(file, request.query) === null) throw failure('Forbidden')
      await sendRelayed(request, reply, file)
    },
  })
}
