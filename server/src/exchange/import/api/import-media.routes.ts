import { createReadStream } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openToEveryone } from '../../../http/guard/access.ts'
import { contentRange, parseRange } from '../../../media/delivery/ranges.ts'
import type { ImportMedia, MediaAddress, OpenedSound, SoundAddress } from '../review/import-media.ts'

const commonHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

/** What `ImportBook` tells of a proposal: its picture drawn anew, and its sounds as they lie in the folder, in ranges. */
export function registerImportMedia(app: FastifyInstance, media: ImportMedia): void {
  app.addHook('onClose', async () => media.close())
  app.get<{ Params: MediaAddress }>(
    '/media/import-covers/:importId/:id/:signature',
    { ...openToEveryone, schema: { hide: true } },
    async ({ params }, reply) => {
      const picture = await media.findCover(params)
      if (!picture) return reply.callNotFound()
      const cacheControl = 'private, max-age=86400, immutable'
      reply.headers({ ...commonHeaders, 'content-type': 'image/webp', 'cache-control': cacheControl })
      return await reply.send(Buffer.from(picture.bytes))
    },
  )
  app.get<{ Params: SoundAddress }>(
    '/media/import-sounds/:importId/:id/:place/:signature',
    { ...openToEveryone, schema: { hide: true } },
    async (request, reply) => {
      const sound = await media.findSound(request.params)
      return sound ? await sendSound(request, reply, sound) : reply.callNotFound()
    },
  )
}

/** A range that the sound does not have is ignored, as RFC 9110, 14.2 allows. */
async function sendSound(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { file, sizeBytes, contentType }: OpenedSound,
): Promise<FastifyReply> {
  const asked = parseRange(method === 'HEAD' ? undefined : headers.range, sizeBytes)
  const range = typeof asked === 'string' ? null : asked
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 }
  const stream = createReadStream('', { fd: file.descriptor, autoClose: false, start, end })
  stream.once('close', () => file.release())
  reply.headers({
    ...commonHeaders,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-type': contentType,
    'content-length': end - start + 1,
  })
  if (range) reply.code(206).header('content-range', contentRange(range, sizeBytes))
  return await reply.send(stream)
}
