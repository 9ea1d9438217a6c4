import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type AnswerCache, makeAnswer, sendAnswer } from '../answers.ts'
import { pageHeaders } from '../security-headers.ts'
import { ensureXsrfCookie } from '../xsrf.ts'
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

/**
 * Serves the built web app: its files, and each page with its head and first data written in, so that the first
 * paint needs no round trip. A page is the same for everybody, so it is kept like any public answer.
 *
 * @param folder of the built web app
 */
export async function registerWebApp(
  app: FastifyInstance,
  deps: Deps,
  answers: AnswerCache,
  folder: string,
): Promise<void> {
  const template = readTemplate(folder)
  const https = deps.config.publicUrl.startsWith('https:')
  const headers = {
    ...pageHeaders({ scriptHashes: template.scriptHashes, origins: foreignOrigins(deps), https }),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding',
  }
  const write = pageWriter(app, deps, template)

  for (const page of pages) {
    app.get(page.url, async (request, reply) => {
      ensureXsrfCookie(request, reply, https)
      const address = request.raw.url as string
      let answer = answers.find(address)
      if (!answer) {
        const version = deps.changes.catalogueVersion
        const { html, status } = await write(page, request)
        answer = makeAnswer(html, version, headers, status)
        if (status === 200) answers.keep(address, answer)
      }
      sendAnswer(request, reply, answer)
      return reply
    })
  }
  await registerFiles(app, folder)
}

function pageWriter(app: FastifyInstance, deps: Deps, template: Template) {
  const { apiRoot, publicUrl } = deps.config
  const localApiRoot = apiRoot.startsWith('/') ? apiRoot : new URL(apiRoot).pathname

  return async (page: Page, request: FastifyRequest): Promise<{ html: string; status: number }> => {
    const params = request.params as Record<string, string>
    const paths = page.calls(params, request.query as Record<string, unknown>)
    const found = new Map<string, string>()
    // The page's data are what its calls would answer: the same routes, asked from inside.
    for (const path of paths) {
      const response = await app.inject({ method: 'GET', url: localApiRoot + path })
      if (response.statusCode === 200) found.set(path, response.body)
      else if (response.statusCode >= 500) request.log.warn({ path }, 'page without its first data')
      else if (page.subjectRequired) {
        return {
          html: template.fill(headHtml(notThere, publicUrl), firstDataBlock(apiRoot, found)),
          status: 404,
        }
      }
    }
    const subject = page.subjectRequired ? parse(found.get(paths[0] ?? '')) : null
    const head = page.subjectRequired && subject === null ? notThere : page.head(subject, { publicUrl })
    return {
      html: template.fill(headHtml(head, publicUrl), firstDataBlock(apiRoot, found)),
      status: page.subjectRequired && subject === null ? 503 : 200,
    }
  }
}

function parse(json: string | undefined): unknown {
  return json === undefined ? null : JSON.parse(json)
}

/** Where else the API or media may be, for the content security policy. */
function foreignOrigins({ config }: Deps): string[] {
  return config.apiRoot.startsWith('/') ? [] : [new URL(config.apiRoot).origin]
}

async function registerFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    index: false,
    wildcard: false,
    globIgnore: ['index.html', '.vite/**', '**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header(
        'cache-control',
        hashed ? `public, max-age=${yearSeconds}, immutable` : 'public, max-age=3600',
      )
      reply.header('x-content-type-options', 'nosniff')
    },
  })
}
