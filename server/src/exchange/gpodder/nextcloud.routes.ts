import type { FastifyInstance } from 'fastify'
import type { PeopleDeps } from '../../people/sessions/people-deps.ts'
import { readActions } from './actions.ts'
import * as scopes from './gpodder-scope.ts'
import { receiveActions } from './receive-actions.ts'
import { readChanges } from './subscriptions.routes.ts'
import { changeSubscriptions, presentSecond, tellSubscriptions } from './subscriptions.service.ts'
import { tellPlaces } from './tell-places.ts'

interface Query {
  Querystring: { readonly since?: unknown }
}

/** The same calls as apps make them of Nextcloud's gpoddersync. */
export function registerNextcloud(scope: FastifyInstance, deps: PeopleDeps): void {
  const root = '/index.php/apps/gpoddersync'

  scope.get<Query>(`${root}/subscriptions`, scopes.hidden, async (request) => {
    return await tellSubscriptions(
      deps,
      scopes.deviceOf(request),
      scopes.sinceOf(request.query),
      scopes.failure,
    )
  })

  scope.post(`${root}/subscription_change/create`, scopes.hidden, async (request) => {
    const changes = readChanges(scopes.readJson(request))
    await changeSubscriptions(deps, scopes.deviceOf(request), changes, scopes.failure)
    return { timestamp: presentSecond(deps) }
  })

  scope.get<Query>(`${root}/episode_action`, scopes.hidden, async (request) => {
    const asked = { since: scopes.sinceOf(request.query), dialect: 'nextcloud', podcast: null } as const
    return await tellPlaces(deps, scopes.deviceOf(request), asked, scopes.failure)
  })

  scope.post(`${root}/episode_action/create`, scopes.hidden, async (request) => {
    const actions = readActions(scopes.readJson(request), deps.clock(), scopes.failure)
    await receiveActions(deps, scopes.deviceOf(request), actions, scopes.failure)
    return { timestamp: presentSecond(deps) }
  })
}
