import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { localApiRoot } from '../../config/config.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { type ResponseCache, makeResponse } from '../../http/responses/response-cache.ts'
import { AppError } from '../../errors.ts'
import { openToEveryone } from '../../http/guard/access.ts'
import { respondFromCache } from '../../http/responses/public-read.ts'
import { apiHeaders } from '../../http/responses/security-headers.ts'
import { sendResponse } from '../../http/responses/send-response.ts'
import { yieldToEventLoop } from '../../db/engine/event-loop.ts'
import { createSitemaps, sitemapScopes } from './sitemap.ts'

const headers = {
  ...apiHeaders,
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': 'public, max-age=3600',
  vary: 'accept-encoding',
}

export function registerSite(app: FastifyInstance, deps: MediaDeps, responseCache: ResponseCache): void {
  const { config } = deps
  const robots =
    config.access === 'members'
      ? 'User-agent: *\nDisallow: /\n'
      : `User-agent: *\nDisallow: /search\nDisallow: ${localApiRoot(config)}/\nAllow: /\n\nSitemap: ${config.publicUrl}/sitemap.xml\n`
  app.get('/robots.txt', openToEveryone, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8')
    return robots
  })
  if (config.access === 'public') return registerSitemap(app, deps, responseCache)
  for (const url of sitemapUrls) {
    app.get(url, openToEveryone, () => {
      throw new AppError('NotFound')
    })
  }
}

const sitemapUrls = ['/sitemap.xml', '/sitemap-:number.xml'] as const

function registerSitemap(app: FastifyInstance, deps: MediaDeps, responseCache: ResponseCache): void {
  const { changes } = deps
  const sitemaps = createSitemaps(deps)
  const cached = { ...openToEveryone, onRequest: respondFromCache(responseCache, changes, keyOf) }

  app.get(sitemapUrls[0], cached, async (request, reply) => {
    return await respondAndCache(request, reply, () => sitemaps.whole())
  })

  app.get<{ Params: { number: string } }>(sitemapUrls[1], cached, async (request, reply) => {
    const { number } = request.params
    if (!/^[1-9]\d{0,5}$/.test(number)) throw new AppError('NotFound')
    return await respondAndCache(request, reply, () => sitemaps.file(Number(number)))
  })

  async function respondAndCache(
    request: FastifyRequest,
    reply: FastifyReply,
    write: () => Promise<string | null>,
  ): Promise<FastifyReply> {
    const { version } = changes
    const text = await write()
    if (text === null) throw new AppError('NotFound')
    await yieldToEventLoop()
    const response = makeResponse({ text, headers, version, scopes: sitemapScopes })
    responseCache.keep(keyOf(request), response)
    sendResponse(request, reply, response)
    return reply
  }
}

/** Queries change nothing here. */
function keyOf({ raw }: FastifyRequest): string {
  return (raw.url as string).replace(/\?.*$/s, '')
}
