import type { FastifyInstance } from 'fastify'
import { localApiRoot } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { listRecordPages, type PublicPage } from './site.queries.ts'

/** What search engines ask for: `/robots.txt` and the sitemap of the public catalogue. */

/** A sitemap file holds at most this many addresses (sitemaps.org). */
const maxAddresses = 50_000

const listPaths = ['/', '/audio-books', '/podcasts']

export function registerSite(app: FastifyInstance, deps: Deps): void {
  const { publicUrl } = deps.config
  const apiRoot = localApiRoot(deps.config)

  app.get('/robots.txt', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8')
    return `User-agent: *\nDisallow: /search\nDisallow: ${apiRoot}/\nAllow: /\n\nSitemap: ${publicUrl}/sitemap.xml\n`
  })

  app.get('/sitemap.xml', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=3600').type('application/xml; charset=utf-8')
    const pages = await listRecordPages(deps.db.connection)
    const files = Math.ceil((pages.length + listPaths.length) / maxAddresses)
    return files === 1 ? sitemap(publicUrl, pages, 1) : sitemapIndex(publicUrl, files)
  })

  app.get<{ Params: { number: string } }>('/sitemap-:number.xml', async (request, reply) => {
    const pages = await listRecordPages(deps.db.connection)
    const number = Number(request.params.number)
    const files = Math.ceil((pages.length + listPaths.length) / maxAddresses)
    if (!/^[1-9]\d{0,5}$/.test(request.params.number) || number > files) throw new AppError('NotFound')
    reply.header('cache-control', 'public, max-age=3600').type('application/xml; charset=utf-8')
    return sitemap(publicUrl, pages, number)
  })
}

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

function sitemap(publicUrl: string, pages: readonly PublicPage[], number: number): string {
  const addresses = [
    ...listPaths.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`),
    ...pages.map(
      ({ path, changedAt }) =>
        `<url><loc>${publicUrl}${path}</loc><lastmod>${new Date(changedAt).toISOString()}</lastmod></url>`,
    ),
  ].slice((number - 1) * maxAddresses, number * maxAddresses)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${namespace}">\n${addresses.join('\n')}\n</urlset>\n`
}

function sitemapIndex(publicUrl: string, files: number): string {
  const entries = Array.from(
    { length: files },
    (_, index) => `<sitemap><loc>${publicUrl}/sitemap-${index + 1}.xml</loc></sitemap>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="${namespace}">\n${entries.join('\n')}\n</sitemapindex>\n`
}
