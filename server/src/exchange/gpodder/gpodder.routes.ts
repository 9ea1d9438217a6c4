import type { FastifyInstance } from 'fastify'
import { endDeviceSession } from '../../people/devices/devices.queries.ts'
import { endedCookie } from '../../people/devices/sign-in-device.ts'
import type { AuthDeps } from '../../people/limits/limits.ts'
import type { PeopleDeps } from '../../people/sessions/people-deps.ts'
import { readActions } from './actions.ts'
import { registerAppDevices } from './app-devices.routes.ts'
import * as scopes from './gpodder-scope.ts'
import { registerLogin } from './login.routes.ts'
import { registerNextcloud } from './nextcloud.routes.ts'
import { receiveActions } from './receive-actions.ts'
import { registerSubscriptions } from './subscriptions.routes.ts'
import { presentSecond } from './subscriptions.service.ts'
import { tellPlaces } from './tell-places.ts'

/** Synchronisation with podcast apps, in gPodder's dialect and in Nextcloud's (0063). */
export async function registerGpodder(app: FastifyInstance, deps: AuthDeps): Promise<void> {
  await app.register(
    async (scope) => {
      scopes.prepareGpodderScope(scope)
      registerLogin(scope, deps)
      await scope.register(async (signedIn) => {
        scopes.guardByDevice(signedIn, deps)
        registerSessions(signedIn, deps)
        registerAppDevices(signedIn, deps)
        registerSubscriptions(signedIn, deps)
        registerActions(signedIn, deps)
        registerNextcloud(signedIn, deps)
      })
    },
    { prefix: '/gpodder' },
  )
}

function registerSessions(scope: FastifyInstance, { config, db }: PeopleDeps): void {
  scope.post('/api/2/auth/:user/login.json', scopes.hidden, (_request, reply) => scopes.answerEmpty(reply))
  scope.post('/api/2/auth/:user/logout.json', scopes.hidden, async (request, reply) => {
    await endDeviceSession(db.connection, scopes.deviceOf(request).id)
    reply.removeHeader('set-cookie').header('set-cookie', endedCookie(config.publicUrl))
    return scopes.answerEmpty(reply)
  })
}

function registerActions(scope: FastifyInstance, deps: PeopleDeps): void {
  const url = '/api/2/episodes/:user'

  // The place of a recording is one action: there is nothing to aggregate, nor one for each device.
  scope.get<{ Querystring: { readonly since?: unknown; readonly podcast?: unknown } }>(
    url,
    scopes.hidden,
    async (request) => {
      scopes.requireFormat(request, 'json')
      const { podcast } = request.query
      const asked = {
        since: scopes.sinceOf(request.query),
        dialect: 'gpodder',
        podcast: typeof podcast === 'string' ? podcast : null,
      } as const
      return await tellPlaces(deps, scopes.deviceOf(request), asked, scopes.failure)
    },
  )

  scope.post(url, scopes.hidden, async (request) => {
    scopes.requireFormat(request, 'json')
    const device = scopes.deviceOf(request)
    const actions = readActions(scopes.readJson(request), deps.clock(), scopes.failure)
    await receiveActions(deps, device, actions, scopes.failure)
    return { timestamp: device.last_answer_at ?? presentSecond(deps), update_urls: [] }
  })

  scope.get('/api/2/favorites/:user', scopes.hidden, async () => [])
}
