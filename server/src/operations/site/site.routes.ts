import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { localApiRoot } from '../../config/config.ts'
import type { MediaDeps } from '../../media/storage/media-deps.ts'
import { type AnswerCache, makeAnswer } from '../../http/responses/response-cache.ts'
import { AppError } from '../../errors.ts'
import { answerFromMemory } from '../../http/responses/public-read.ts'
import { apiHeaders } from '../../http/responses/security-headers.ts'
import { sendAnswer } from '../../http/responses/send-response.ts'
import { nextTurn } from '../../db/engine/turns.ts'
import { createSitemaps, sitemapScopes } from './sitemap.ts'

/** What search engines ask for: `/robots.txt` and the sitemap of the public catalogue, kept like other public answers. */

const headers = {
  ...apiHeaders,
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': 'public, max-age=3600',
  vary: 'accept-encoding',
}

export function registerSite(app: FastifyInstance, deps: MediaDeps, answers: AnswerCache): void {
  const { config, changes } = deps
  const sitemaps = createSitemaps(deps)
  const onRequest = answerFromMemory(answers, changes, keyOf)

  app.get('/robots.txt', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8')
    return `User-agent: *\nDisallow: /search\nDisallow: ${localApiRoot(config)}/\nAllow: /\n\nSitemap: ${config.publicUrl}/sitemap.xml\n`
  })

  app.get('/sitemap.xml', { onRequest }, async (request, reply) => {
    return await answerAndKeep(request, reply, () => sitemaps.whole())
  })

  app.get<{ Params: { number: string } }>('/sitemap-:number.xml', { onRequest }, async (request, reply) => {
    const { number } = request.params
    if (!/^[1-9]\d{0,5}$/.test(number)) throw new AppError('NotFound')
    return await answerAndKeep(request, reply, () => sitemaps.file(Number(number)))
  })

  async function answerAndKeep(
    request: FastifyRequest,
    reply: FastifyReply,
    write: () => Promise<string | null>,
  ): Promise<FastifyReply> {
    const { version } = changes
    const text = await write()
    if (text === null) throw new AppError('NotFound')
    await nextTurn()
    const answer = makeAnswer({ text, headers, version, scopes: sitemapScopes })
    answers.keep(keyOf(request), answer)
    sendAnswer(request, reply, answer)
    return reply
  }
}

/** The path alone: what follows a question mark changes nothing here, and is not kept apart. */
function keyOf({ raw }: FastifyRequest): string {
  return (raw.url as string).replace(/\?.*$/s, '')
}
