import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { acceptedRanges } from './accept.ts'
import { sendError } from './error-handler.ts'
import { apiHeaders } from './security-headers.ts'

type NotFoundHandler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

const fileRoots = ['/assets', '/media', '/feeds']

/**
 * Answers unrouted requests before their bodies are read: 405 with `Allow` for a known path, 308 for a page with a
 * trailing slash, 302 to the home page for other pages, else 404.
 */
export function registerNotFound(app: FastifyInstance, apiRoot: string): NotFoundHandler {
  const findMethods = collectMethods(app)
  const answer: NotFoundHandler = (request, reply) => {
    const path = pathOf(request.raw.url ?? '/')
    const allowed = findMethods(path)
    if (allowed.size > 0 && !allowed.has(request.method)) {
      reply.header('allow', [...allowed].join(', '))
      return sendError(reply, new AppError('MethodNotAllowed'))
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const mayBePage = isRead && ![apiRoot, ...fileRoots].some((root) => isBelow(path, root))
    if (mayBePage && path.length > 1 && path.endsWith('/') && findMethods(path.slice(0, -1)).has('GET')) {
      return reply.headers(apiHeaders).redirect(withoutSlash(request.raw.url as string), 308)
    }
    if (mayBePage && wantsHtml(request.headers.accept)) return reply.headers(apiHeaders).redirect('/', 302)
    return sendError(reply, new AppError('NotFound'))
  }
  app.setNotFoundHandler(answer)
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.is404) answer(request, reply)
    else done(null, payload)
  })
  return answer
}

function collectMethods(app: FastifyInstance): (path: string) => Set<string> {
  const methodsByUrl = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    // The CORS plug-in's route for preflights.
    if (url.endsWith('*') && method === 'OPTIONS') return
    const known = methodsByUrl.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    for (const name of [method].flat()) known.methods.add(name)
    methodsByUrl.set(url, known)
  })
  return (path) => {
    const found = new Set<string>()
    for (const { pattern, methods } of methodsByUrl.values()) {
      if (pattern.test(path)) for (const method of methods) found.add(method)
    }
    return found
  }
}

function patternOf(url: string): RegExp {
  const source = url
    .split(/(:\w+|\*)/)
    .map((piece) => {
      if (piece.startsWith(':')) return '[^/]+'
      return piece === '*' ? '.*' : piece.replace(/[\\^$.+?()[\]{}|]/g, '\\$&')
    })
    .join('')
  return new RegExp(`^${source}$`)
}

/** The path as the router sees it, also of absolute-form targets (RFC 9112, 3.2.2). */
function pathOf(target: string): string {
  const path = pathAndQuery(target).split(/[?#]/, 1)[0] as string
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

function pathAndQuery(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*\/?/i, '/')
}

function withoutSlash(target: string): string {
  return pathAndQuery(target).replace(/\/(?=\?|#|$)/, '')
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`)
}

/** Whether an `Accept` header accepts HTML by name (RFC 9110, 12.5.1). */
function wantsHtml(accept?: string): boolean {
  return (acceptedRanges(accept).get('text/html') ?? 0) > 0
}
