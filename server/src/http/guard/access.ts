import { includesRole, type Role } from '@earmark/contract/roles.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { FindViewer } from './viewer.ts'

/** The least role for a route; for `everyone` the bearer is not read. */
export type Access = 'everyone' | Role

/** Every call of the API, by method and path below its root. */
export const apiAccess: Readonly<Record<string, Access>> = {
  'GET /openapi.json': 'everyone',
  'GET /docs': 'everyone',
  'GET /docs/*': 'everyone',

  'POST /auth/register': 'everyone',
  'POST /auth/confirm-email': 'everyone',
  'POST /auth/resend-confirm-email': 'everyone',
  'POST /auth/login': 'everyone',
  'POST /auth/refresh': 'everyone',
  'POST /auth/logout': 'everyone',
  'POST /auth/forgot-password': 'everyone',
  'POST /auth/reset-password': 'everyone',
  'POST /auth/confirm-change-email': 'everyone',
  'POST /auth/revoke': 'User',
  'POST /auth/delete-account': 'User',
  'POST /auth/change-email': 'User',
  'POST /auth/change-password': 'User',

  'GET /users/profiles/me': 'User',
  'PUT /users/profiles/me': 'User',
  'GET /users': 'Admin',
  'GET /users/paged': 'Admin',
  'GET /users/:id': 'Admin',
  'POST /users': 'Admin',
  'PUT /users/:id': 'Admin',
  'DELETE /users/:id': 'Admin',

  'GET /creators': 'everyone',
  'GET /creators/paged': 'everyone',
  'GET /creators/:id': 'everyone',
  'GET /creators/:id/works': 'everyone',
  'POST /creators': 'Editor',
  'PUT /creators/:id': 'Editor',
  'DELETE /creators/:id': 'Editor',
  'POST /creators/:id/merge': 'Editor',

  'GET /audio-books': 'everyone',
  'GET /audio-books/paged': 'everyone',
  'GET /audio-books/facets': 'everyone',
  'GET /audio-books/:id': 'everyone',
  'POST /audio-books': 'Editor',
  'PUT /audio-books/:id': 'Editor',
  'DELETE /audio-books/:id': 'Editor',
  'PUT /audio-books/:id/credits': 'Editor',
  'POST /audio-books/:id/publish': 'Editor',
  'POST /audio-books/:id/unpublish': 'Editor',
  'POST /audio-books/:id/readers/:readerId': 'Editor',
  'DELETE /audio-books/:id/readers/:readerId': 'Editor',

  'GET /podcasts': 'everyone',
  'GET /podcasts/paged': 'everyone',
  'GET /podcasts/facets': 'everyone',
  'GET /podcasts/:id': 'everyone',
  'GET /podcasts/:id/episodes/:episodeId': 'everyone',
  'POST /podcasts': 'Editor',
  'PUT /podcasts/:id': 'Editor',
  'DELETE /podcasts/:id': 'Editor',
  'PUT /podcasts/:id/credits': 'Editor',
  'POST /podcasts/:id/publish': 'Editor',
  'POST /podcasts/:id/unpublish': 'Editor',
  'POST /podcasts/:id/voicers/:creatorId': 'Editor',
  'DELETE /podcasts/:id/voicers/:creatorId': 'Editor',
  'POST /podcasts/:id/episodes': 'Editor',
  'PUT /podcasts/:id/episodes/:episodeId': 'Editor',
  'DELETE /podcasts/:id/episodes/:episodeId': 'Editor',
  'PUT /podcasts/:id/episodes/:episodeId/credits': 'Editor',
  'POST /podcasts/:id/episodes/:episodeId/publish': 'Editor',
  'POST /podcasts/:id/episodes/:episodeId/unpublish': 'Editor',
  'POST /podcasts/:id/episodes/:episodeId/voicers/:creatorId': 'Editor',
  'DELETE /podcasts/:id/episodes/:episodeId/voicers/:creatorId': 'Editor',

  'GET /genres': 'everyone',
  'PUT /genres/:name': 'Editor',
  'DELETE /genres/:name': 'Editor',
  'GET /edit/audio-books': 'Editor',
  'GET /edit/audio-books/paged': 'Editor',
  'GET /edit/audio-books/:id': 'Editor',
  'GET /edit/podcasts': 'Editor',
  'GET /edit/podcasts/paged': 'Editor',
  'GET /edit/podcasts/:id': 'Editor',
  'GET /edit/podcasts/:id/episodes': 'Editor',
  'GET /edit/podcasts/:id/episodes/paged': 'Editor',
  'GET /edit/podcasts/:id/episodes/:episodeId': 'Editor',

  'GET /libraries/me': 'User',
  'POST /libraries/me': 'User',
  'POST /libraries/me/list': 'User',
  'DELETE /libraries/me': 'User',
  'DELETE /libraries/me/list': 'User',
  'DELETE /libraries/me/:entryId': 'User',

  'GET /positions/me': 'User',
  'GET /positions/me/progress': 'User',
  'GET /positions/me/audio-books/:id': 'User',
  'GET /positions/me/audio-books/:id/history': 'User',
  'PUT /positions/me/audio-books/:id': 'User',
  'DELETE /positions/me/audio-books/:id': 'User',
  'GET /positions/me/episodes/:id': 'User',
  'GET /positions/me/episodes/:id/history': 'User',
  'PUT /positions/me/episodes/:id': 'User',
  'DELETE /positions/me/episodes/:id': 'User',

  'GET /queues/me': 'User',
  'PUT /queues/me': 'User',
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
}

/** The option of a route outside the API, which has no line in the table. */
export const openToEveryone = { config: { access: 'everyone' } } as const

const openScope = Symbol('open to everyone')

/** As `openToEveryone`, for the routes that a plugin registers in this scope. */
export function openScopeToEveryone(scope: FastifyInstance): void {
  scope.decorate(openScope, true)
}

/**
 * Checks every route that is registered afterwards. A call of the API without a line in the table, another route
 * without `openToEveryone`, and a route that is not guarded accordingly stop the start.
 *
 * @param apiRoot path of the API, e.g. `/api`
 */
export function registerAccessTable(app: FastifyInstance, apiRoot: string): void {
  app.decorateRequest('viewer', null)
  app.addHook('onRoute', function (this: FastifyInstance, route) {
    const { method, url } = route
    const call = `${[method].flat().join(', ')} ${url}`
    const accesses = new Set(
      [method].flat().map((name) => {
        if (name === 'OPTIONS') return 'everyone'
        if (url === apiRoot || url.startsWith(`${apiRoot}/`))
          return findAccess(name, url.slice(apiRoot.length))
        return this.hasDecorator(openScope) ? 'everyone' : route.config?.access
      }),
    )
    const [access, ...others] = accesses
    if (access === undefined || others.length > 0) throw new Error(`Nobody has said who may call ${call}.`)
    route.config = { ...route.config, access }
    if (access === 'everyone') return
    if (!this.hasDecorator(guarded)) throw new Error(`Nobody would be turned away from ${call}.`)
    if (route.config.publicRead) throw new Error(`The answers of ${call} would be kept for everyone.`)
    route.schema = { ...route.schema, security: [{ accessToken: [] }] }
  })
}

const guarded = Symbol('guarded')

function findAccess(method: string, path: string): Access | undefined {
  const call = `${method === 'HEAD' ? 'GET' : method} ${path}`
  const folder = Object.keys(apiAccess).find(
    (known) => known.endsWith('/*') && call.startsWith(known.slice(0, -1)),
  )
  return apiAccess[call] ?? (folder === undefined ? undefined : apiAccess[folder])
}

/**
 * Refuses callers without the route's role, before the body is read. Responses that depend on the caller are not
 * cached.
 */
export function registerGuard(app: FastifyInstance, findViewer: FindViewer): void {
  app.decorate(guarded, true)
  app.addHook('preParsing', async (request, reply, payload) => {
    const { access = 'Admin', publicRead } = request.routeOptions.config
    if (!publicRead) reply.header('cache-control', 'no-store')
    if (access !== 'everyone') request.viewer = await admit(request, access, findViewer)
    return payload
  })
}

async function admit(request: FastifyRequest, required: Role, findViewer: FindViewer) {
  const viewer = await findViewer(request)
  if (!viewer) throw new AppError('Unauthorized')
  if (!includesRole(viewer.role, required)) throw new AppError('Forbidden')
  return viewer
}
