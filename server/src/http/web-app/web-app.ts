import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FirstData } from '@earmark/contract/first-data.ts'
import { type Config, localApiRoot } from '../../config/config.ts'
import type { Scope } from '../../db/engine/scopes.ts'
import type { CoreDeps } from '../../deps.ts'
import { type ResponseCache, makeResponse } from '../responses/response-cache.ts'
import { respondFromCache } from '../responses/public-read.ts'
import { pageHeaders } from '../responses/security-headers.ts'
import { sendResponse } from '../responses/send-response.ts'
import { type PageInWriting, pageInWriting } from '../responses/streamed-list.ts'
import { openScopeToEveryone, openToEveryone } from '../guard/access.ts'
import { xsrfCookie } from '../guard/xsrf.ts'
import { readChunkLinks } from './chunks.ts'
import { type Head, headHtml } from './head.ts'
import { type Page, pages } from './pages.ts'
import { firstDataBlock, readTemplate, type Template } from './template.ts'

const yearSeconds = 365 * 24 * 3600

const notThere: Head = {
  title: 'Not found',
  description: 'Element not found.',
  path: '/not-found',
  unlisted: true,
}

const notNow: Head = { ...notThere, title: 'Not available', description: 'This cannot be shown right now.' }

const membersOnlyFacts = {
  description: 'Audio books and podcasts for the members of this library.',
  unlisted: true,
}
const membersOnly: Head = { title: 'For members', path: '/', ...membersOnlyFacts }

export async function registerWebApp(
  app: FastifyInstance,
  deps: CoreDeps,
  responseCache: ResponseCache,
  folder: string,
  mediaOrigins: readonly string[],
): Promise<void> {
  const template = readTemplate(folder)
  const isMembersOnly = deps.config.access === 'members'
  const https = deps.config.publicUrl.startsWith('https:')
  const headers = {
    ...pageHeaders({
      scriptHashes: template.scriptHashes,
      origins: foreignOrigins(deps),
      mediaOrigins,
      soundsElsewhere: deps.config.sources !== 'off' && deps.config.sourcePlayback === 'origin',
      https,
    }),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding',
  }
  const linksOf = readChunkLinks(folder)
  const bringXsrf = (request: IncomingMessage) => xsrfCookie(request, https)
  for (const page of pages) {
    const write = isMembersOnly
      ? shellWriter(deps, template, page, linksOf(page.routeFile))
      : pageWriter(app, deps, template, page, linksOf(page.routeFile))
    // The query of a personal page, such as a mailed token, is not part of the cache key.
    const isAlike = page.isPersonal || isMembersOnly
    const keyOf = ({ raw }: FastifyRequest): string => (isAlike ? page.url : (raw.url as string))
    const ownHeaders = page.isPersonal ? { ...headers, 'referrer-policy': 'no-referrer' } : headers
    const respondAnew = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const { version } = deps.changes
      const { text, status, isWhole, told, scopes, movedTo } = await write(request)
      if (movedTo !== null) return void reply.header('cache-control', 'no-cache').redirect(movedTo, 301)
      if (!isWhole) reply.header('cache-control', 'no-store')
      reply.headers(told)
      const response = makeResponse({ text, headers: ownHeaders, status, version, scopes, open: bringXsrf })
      if (isWhole && status === 200) responseCache.keep(keyOf(request), response)
      sendResponse(request, reply, response)
    }
    const bringXsrfCookie = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      reply.headers(bringXsrf(request.raw))
      done()
    }
    app.route({
      method: 'GET',
      url: page.url,
      ...openToEveryone,
      schema: { hide: true },
      onRequest: [bringXsrfCookie, respondFromCache(responseCache, deps.changes, keyOf)],
      handler: async (request, reply) => {
        // The router matches an empty parameter behind the last slash.
        if (Object.values(request.params as object).includes('')) reply.callNotFound()
        else await respondAnew(request, reply)
        return reply
      },
    })
  }
  await app.register((scope) => registerFiles(scope, folder))
}

interface WrittenPage {
  readonly text: string
  readonly status: number
  /** Whether no call failed temporarily. */
  readonly isWhole: boolean
  readonly scopes: readonly Scope[]
  readonly told: OutgoingHttpHeaders
  /** Null where the subject has the address that was asked for. */
  readonly movedTo: string | null
}

/** The page of a members' library, alike for everybody and for every record: who may see its data is asked by its calls. */
function shellWriter({ config }: CoreDeps, template: Template, page: Page, links: string) {
  const { publicUrl } = config
  const head = page.subjectRequired ? membersOnly : { ...page.head(null, { publicUrl }), ...membersOnlyFacts }
  const data = firstDataBlock(publicSettings(config), new Map())
  const text = template.fill(headHtml(head, publicUrl), links, data)
  const shell = { text, status: 200, isWhole: true, scopes: [], told: {}, movedTo: null }
  return (): Promise<WrittenPage> => Promise.resolve(shell)
}

function pageWriter(app: FastifyInstance, deps: CoreDeps, template: Template, page: Page, links: string) {
  const { publicUrl } = deps.config
  const settings = publicSettings(deps.config)
  const root = localApiRoot(deps.config)

  return async (request: FastifyRequest): Promise<WrittenPage> => {
    const paths = page.calls(
      request.params as Record<string, string>,
      request.query as Record<string, unknown>,
    )
    const remoteAddress = request.ip
    const writing: PageInWriting = { framed: new Set(), scopes: new Set() }
    const responses = await pageInWriting.run(writing, () =>
      Promise.all(paths.map((path) => app.inject({ url: root + path, remoteAddress }))),
    )
    const found = new Map<string, string>()
    responses.forEach(({ statusCode, body }, index) => {
      const path = paths[index] as string
      if (statusCode === 200 && !writing.framed.has(root + path)) found.set(path, body)
    })
    const limited = responses.find(({ statusCode }) => statusCode === 429)
    const isWhole = !limited && responses.every(({ statusCode }) => statusCode < 500)
    const isMissing = page.subjectRequired === true && (responses[0]?.statusCode ?? 404) === 404
    const [first] = responses
    const subject: unknown = first?.statusCode === 200 ? JSON.parse(first.body) : null
    const isUntold = page.subjectRequired === true && subject === null
    const head = isMissing ? notThere : isUntold ? notNow : page.head(subject, { publicUrl })
    const path = subject === null ? undefined : page.pathOf?.(subject)
    const isMoved = path !== undefined && path !== request.url.replace(/\?.*$/s, '')
    return {
      movedTo: isMoved ? publicUrl + path : null,
      text: template.fill(headHtml(head, publicUrl), links, firstDataBlock(settings, found)),
      status: isMissing ? 404 : isWhole ? 200 : limited ? 429 : 503,
      isWhole,
      scopes: [...writing.scopes],
      told: Object.fromEntries(
        responses.flatMap(({ headers }) =>
          Object.entries(headers).filter(([name]) => name === 'retry-after' || name === 'x-request-id'),
        ),
      ),
    }
  }
}

function publicSettings({ apiRoot, access, registration, sources }: Config): Omit<FirstData, 'answers'> {
  return {
    apiRoot,
    ...(access === 'members' && { access }),
    ...(registration !== 'open' && { registration }),
    ...(sources !== 'editors' && { sources }),
  }
}

function foreignOrigins({ config }: CoreDeps): string[] {
  return config.apiRoot.startsWith('/') ? [] : [new URL(config.apiRoot).origin]
}

/** Hashed files are immutable and need no validators, which saves header bytes on the first visit. */
async function registerFiles(scope: FastifyInstance, folder: string): Promise<void> {
  openScopeToEveryone(scope)
  const shared = { preCompressed: true, index: false, wildcard: false, cacheControl: false } as const
  await scope.register(fastifyStatic, {
    ...shared,
    root: join(folder, 'assets'),
    prefix: '/assets/',
    globIgnore: ['**/*.br', '**/*.gz'],
    etag: false,
    lastModified: false,
    acceptRanges: false,
    setHeaders: (reply) => {
      reply.header('cache-control', `max-age=${yearSeconds}, immutable`)
      reply.header('x-content-type-options', 'nosniff')
      // Implied by HTTP/1.1 (RFC 9112, 9.3).
      reply.raw.removeHeader('connection')
    },
  })
  await scope.register(fastifyStatic, {
    ...shared,
    root: folder,
    decorateReply: false,
    globIgnore: ['index.html', '.vite/**', 'assets/**', '**/*.br', '**/*.gz'],
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=3600')
      reply.header('x-content-type-options', 'nosniff')
    },
  })
}
