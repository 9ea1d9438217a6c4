import type { FastifyInstance } from 'fastify'
import { openToEveryone } from '../../../http/guard/access.ts'
import type { CoverAddress, ImportCovers } from '../review/import-covers.ts'

const headers = {
  'cache-control': 'private, max-age=86400, immutable',
  'content-type': 'image/webp',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

/** `GET /media/import-covers/:importId/:id/:signature`, as `ImportBook.cover` tells it. */
export function registerImportCovers(app: FastifyInstance, covers: ImportCovers): void {
  app.get<{ Params: CoverAddress }>(
    '/media/import-covers/:importId/:id/:signature',
    { ...openToEveryone, schema: { hide: true } },
    async ({ params }, reply) => {
      const picture = await covers.find(params)
      if (!picture) return reply.callNotFound()
      return await reply.headers(headers).send(Buffer.from(picture.bytes))
    },
  )
}
