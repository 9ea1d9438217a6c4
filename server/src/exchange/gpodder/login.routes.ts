import type { FastifyInstance } from 'fastify'
import type { AuthDeps } from '../../people/limits/limits.ts'
import { beginConnection, takeAllowed } from './connections.service.ts'
import { failure, hidden, readJson } from './gpodder-scope.ts'

const loginLimit = { name: 'connect', count: 30, windowMs: 60_000 }

/** Login v2 of Nextcloud: of apps that have not signed in yet. */
export function registerLogin(scope: FastifyInstance, deps: AuthDeps): void {
  const { publicUrl } = deps.config
  const root = '/index.php/login/v2'

  scope.post(root, hidden, async (request) => {
    await deps.limits.take(loginLimit, request.ip, failure)
    const { token, pollToken } = await beginConnection(deps, request.headers['user-agent'] ?? '')
    return {
      poll: { token: pollToken, endpoint: `${publicUrl}/gpodder${root}/poll` },
      login: `${publicUrl}/connect/${token}`,
    }
  })

  scope.post(`${root}/poll`, hidden, async (request) => {
    const { email, password } = await takeAllowed(
      deps,
      pollTokenOf(request.body, () => readJson(request)),
      failure,
    )
    return { server: `${publicUrl}/gpodder`, loginName: email, appPassword: password }
  })
}

/** `token=…`, or JSON. */
function pollTokenOf(body: unknown, json: () => unknown): string {
  const text = typeof body === 'string' ? body.trim() : ''
  const token: unknown = text.startsWith('{')
    ? (json() as { readonly token?: unknown }).token
    : new URLSearchParams(text).get('token')
  if (typeof token !== 'string') throw failure('InvalidBody', { field: 'token' })
  return token
}
