import type { FastifyInstance } from 'fastify'
import { AppError, sendError } from './errors.ts'

/**
 * Answers requests that no route takes: 405 with `Allow` where the address is known under another method, else
 * 404; a page that nobody knows leads home.
 */
export function registerNotFound(app: FastifyInstance): void {
  const methodsByPattern = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', (route) => {
    const known = methodsByPattern.get(route.url) ?? { pattern: patternOf(route.url), methods: new Set() }
    for (const method of [route.method].flat()) known.methods.add(method)
    methodsByPattern.set(route.url, known)
  })

  app.setNotFoundHandler((request, reply) => {
    const path = request.raw.url?.split('?', 1)[0] ?? '/'
    const allowed = new Set<string>()
    for (const { pattern, methods } of methodsByPattern.values()) {
      if (pattern.test(path)) for (const method of methods) allowed.add(method)
    }
    // A route that takes the method and still ends here is one whose file has gone.
    if (allowed.size > 0 && !allowed.has(request.method)) {
      reply.header('allow', [...allowed].join(', '))
      return sendError(reply, new AppError('MethodNotAllowed'))
    }
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (wantsPage && !path.startsWith('/api/')) return reply.redirect('/', 302)
    return sendError(reply, new AppError('NotFound'))
  })
}

function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replace(/[.+]/g, '\\$&')))
    .join('/')
  return new RegExp(`^${source}$`)
}
