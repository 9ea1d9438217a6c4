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
  'POST /invitations': 'Admin',

  'GET /creators': 'everyone',
  'GET /creators/paged': 'everyone',
  'GET /creators/:id': 'everyone',
  'GET /creators/:id/works': 'everyone',
  'GET /creators/:id/episodes': 'everyone',
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
  'GET /audio-books/:id/chapters': 'everyone',
  'PUT /audio-books/:id/chapters': 'Editor',
  'POST /audio-books/:id/chapters/proposals': 'Editor',
  'GET /audio-books/:id/fields': 'Editor',
  'DELETE /audio-books/:id/fields/:field': 'Editor',
  'POST /audio-books/:id/publish': 'Editor',
  'POST /audio-books/:id/unpublish': 'Editor',
  'POST /audio-books/:id/readers/:readerId': 'Editor',
  'DELETE /audio-books/:id/readers/:readerId': 'Editor',

  'GET /podcasts': 'everyone',
  'GET /podcasts/paged': 'everyone',
  'GET /podcasts/facets': 'everyone',
  'GET /podcasts/:id': 'everyone',
  'GET /podcasts/:id/overview': 'everyone',
  'GET /podcasts/:id/episodes/paged': 'everyone',
  'GET /podcasts/:id/episodes/ids': 'everyone',
  'GET /podcasts/:id/episodes/:episodeId': 'everyone',
  'GET /podcasts/:id/episodes/:episodeId/overview': 'everyone',
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
  'GET /podcasts/:id/episodes/:episodeId/chapters': 'everyone',
  'PUT /podcasts/:id/episodes/:episodeId/chapters': 'Editor',
  'POST /podcasts/:id/episodes/:episodeId/chapters/proposals': 'Editor',
  'POST /podcasts/:id/episodes/:episodeId/publish': 'Editor',
  'POST /podcasts/:id/episodes/:episodeId/unpublish': 'Editor',
  'POST /podcasts/:id/episodes/:episodeId/voicers/:creatorId': 'Editor',
  'DELETE /podcasts/:id/episodes/:episodeId/voicers/:creatorId': 'Editor',

  'GET /series': 'everyone',
  'GET /series/paged': 'everyone',
  'GET /series/:id': 'everyone',
  'POST /series': 'Editor',
  'PUT /series/:id': 'Editor',
  'DELETE /series/:id': 'Editor',

  'GET /collections': 'everyone',
  'GET /collections/:id': 'everyone',
  'POST /collections': 'Editor',
  'PUT /collections/:id': 'Editor',
  'PUT /collections/:id/items': 'Editor',
  'DELETE /collections/:id': 'Editor',
  'GET /search': 'everyone',
  'GET /search/suggestions': 'everyone',

  'GET /genres': 'everyone',
  'PUT /genres/:name': 'Editor',
  'DELETE /genres/:name': 'Editor',
  'POST /edit/bulk': 'Editor',
  'GET /edit/audio-books': 'Editor',
  'GET /edit/audio-books/paged': 'Editor',
  'GET /edit/audio-books/counts': 'Editor',
  'GET /edit/audio-books/:id': 'Editor',
  'GET /edit/audio-books/:id/chapters': 'Editor',
  'GET /edit/collections': 'Editor',
  'GET /edit/collections/:id': 'Editor',
  'GET /edit/podcasts': 'Editor',
  'GET /edit/podcasts/paged': 'Editor',
  'GET /edit/podcasts/counts': 'Editor',
  'GET /edit/podcasts/:id': 'Editor',
  'GET /edit/podcasts/:id/overview': 'Editor',
  'GET /edit/podcasts/:id/episodes': 'Editor',
  'GET /edit/podcasts/:id/episodes/paged': 'Editor',
  'GET /edit/podcasts/:id/episodes/counts': 'Editor',
  'GET /edit/podcasts/:id/episodes/:episodeId': 'Editor',
  'GET /edit/podcasts/:id/episodes/:episodeId/chapters': 'Editor',
  'GET /edit/podcasts/:id/episodes/:episodeId/overview': 'Editor',

  'GET /import-folders': 'Editor',
  'POST /imports': 'Editor',
  'GET /imports': 'Editor',
  'GET /imports/:id': 'Editor',
  'DELETE /imports/:id': 'Editor',
  'GET /imports/:id/books': 'Editor',
  'PUT /imports/:id/books/:bookId': 'Editor',
  'POST /imports/:id/books/split': 'Editor',
  'POST /imports/:id/books/merge': 'Editor',
  'POST /imports/:id/apply': 'Editor',
  'POST /imports/:id/cancel': 'Editor',
  'POST /sources': 'Editor',
  'GET /sources': 'Editor',
  'GET /sources/paged': 'Editor',
  'GET /sources/:id': 'Editor',
  'PUT /sources/:id': 'Editor',
  'POST /sources/:id/check': 'Editor',
  'DELETE /sources/:id': 'Editor',
  'GET /uploads': 'Editor',
  'POST /uploads': 'Editor',
  'HEAD /uploads/:id': 'Editor',
  'PATCH /uploads/:id': 'Editor',
  'DELETE /uploads/:id': 'Editor',

  'GET /libraries/me': 'User',
  'POST /libraries/me': 'User',
  'POST /libraries/me/list': 'User',
  'DELETE /libraries/me': 'User',
  'DELETE /libraries/me/list': 'User',
  'DELETE /libraries/me/:entryId': 'User',

  'GET /bookmarks/me': 'User',
  'POST /bookmarks/me': 'User',
  'PUT /bookmarks/me/:id': 'User',
  'DELETE /bookmarks/me/:id': 'User',
  'GET /bookmarks/me/export': 'User',
  'GET /follows/me': 'User',
  'PUT /follows/me/podcasts/:id': 'User',
  'DELETE /follows/me/podcasts/:id': 'User',
  'GET /shelves/me': 'User',

  'GET /podcasts/:id/feed': 'Editor',
  'PUT /podcasts/:id/feed': 'Editor',
  'GET /audio-books/:id/feed': 'Editor',
  'PUT /audio-books/:id/feed': 'Editor',
  'GET /feed-tokens/me': 'User',
  'POST /feed-tokens/me': 'User',
  'DELETE /feed-tokens/me/:id': 'User',

  'GET /positions/me': 'User',
  'GET /positions/me/progress': 'User',
  'POST /positions/me/finish': 'User',
  'POST /positions/me/unfinish': 'User',
  'GET /positions/me/audio-books/:id': 'User',
  'GET /positions/me/audio-books/:id/history': 'User',
  'PUT /positions/me/audio-books/:id': 'User',
  'DELETE /positions/me/audio-books/:id': 'User',
  'GET /positions/me/episodes/:id': 'User',
  'GET /positions/me/episodes/:id/history': 'User',
  'PUT /positions/me/episodes/:id': 'User',
  'DELETE /positions/me/episodes/:id': 'User',

  'POST /sources/imports': 'Editor',
  'GET /sources/imports/:id': 'Editor',
  'GET /follows/me.opml': 'User',

  'GET /devices/me': 'User',
  'POST /devices/me': 'User',
  'GET /devices/me/:id': 'User',
  'DELETE /devices/me/:id': 'User',
  'GET /place-offers/me': 'User',
  'DELETE /place-offers/me/:id': 'User',
  'GET /connect/:token': 'User',
  'POST /connect/:token': 'User',

  'GET /queues/me': 'User',
  'PUT /queues/me': 'User',
}

/** Calls that are for listeners, too, where these may add feeds; each has its own sources (0067). */
const accessOfListeners: Readonly<Record<string, Access>> = {
  'POST /sources': 'User',
  'GET /sources': 'User',
  'GET /sources/paged': 'User',
  'GET /sources/:id': 'User',
  'PUT /sources/:id': 'User',
  'POST /sources/:id/check': 'User',
  'POST /sources/imports': 'User',
  'GET /sources/imports/:id': 'User',
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
 * @param isMembersOnly whether all reads of the API need a session
 * @param doListenersAdd whether listeners may add feeds
 */
export function registerAccessTable(
  app: FastifyInstance,
  apiRoot: string,
  { isMembersOnly, doListenersAdd }: { readonly isMembersOnly: boolean; readonly doListenersAdd: boolean },
): void {
  const table = doListenersAdd ? { ...apiAccess, ...accessOfListeners } : apiAccess
  app.decorateRequest('viewer', null)
  app.addHook('onRoute', function (this: FastifyInstance, route) {
    const { method, url } = route
    const call = `${[method].flat().join(', ')} ${url}`
    const accesses = new Set(
      [method].flat().map((name) => {
        if (name === 'OPTIONS') return 'everyone'
        if (isBelow(url, apiRoot)) return findAccess(table, name, url.slice(apiRoot.length))
        return this.hasDecorator(openScope) ? 'everyone' : route.config?.access
      }),
    )
    const [least, ...others] = accesses
    if (least === undefined || others.length > 0) throw new Error(`Nobody has said who may call ${call}.`)
    if (least !== 'everyone' && route.config?.publicRead)
      throw new Error(`The answers of ${call} would be kept for everyone.`)
    const isMembersRead = isMembersOnly && least === 'everyone' && isRead(method) && isBelow(url, apiRoot)
    const access = isMembersRead ? 'User' : least
    route.config = { ...route.config, access }
    if (access === 'everyone') return
    if (!this.hasDecorator(guarded)) throw new Error(`Nobody would be turned away from ${call}.`)
    route.schema = { ...route.schema, security: [{ accessToken: [] }] }
  })
}

const guarded = Symbol('guarded')

function isBelow(url: string, apiRoot: string): boolean {
  return url === apiRoot || url.startsWith(`${apiRoot}/`)
}

function isRead(method: string | readonly string[]): boolean {
  return [method].flat().every((name) => name === 'GET' || name === 'HEAD')
}

function findAccess(
  table: Readonly<Record<string, Access>>,
  method: string,
  path: string,
): Access | undefined {
  const call = `${method === 'HEAD' ? 'GET' : method} ${path}`
  const folder = Object.keys(table).find(
    (known) => known.endsWith('/*') && call.startsWith(known.slice(0, -1)),
  )
  return table[`${method} ${path}`] ?? table[call] ?? (folder === undefined ? undefined : table[folder])
}

/**
 * Refuses callers without the route's role, before the body is read. Responses that depend on the caller are not
 * cached.
 */
export function registerGuard(app: FastifyInstance, findViewer: FindViewer): void {
  app.decorate(guarded, true)
  app.addHook('preParsing', async (request, reply, payload) => {
    const { access = 'Admin', publicRead } = request.routeOptions.config
    if (!publicRead || access !== 'everyone') reply.header('cache-control', 'no-store')
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
