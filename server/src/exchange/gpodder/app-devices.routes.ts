import type { FastifyInstance } from 'fastify'
import { listDevices, setDeviceApp } from '../../people/devices/devices.queries.ts'
import type { PeopleDeps } from '../../people/sessions/people-deps.ts'
import * as scopes from './gpodder-scope.ts'
import { listSubscriptions } from './subscriptions.service.ts'

interface DeviceParams {
  readonly user: string
  readonly device: string
}

/** What apps call the devices of an account; a device here is one password. */
export function registerAppDevices(scope: FastifyInstance, deps: PeopleDeps): void {
  const { connection } = deps.db

  scope.get('/api/2/devices/:user', scopes.hidden, async (request) => {
    scopes.requireFormat(request, 'json')
    const device = scopes.deviceOf(request)
    const subscribed = await listSubscriptions(deps, connection, device)
    const rows = await listDevices(connection, device.user_id)
    return rows.flatMap(({ name, app_id: id, app_caption: caption, app_type: type }) =>
      id === null
        ? []
        : [{ id, caption: caption ?? name, type: type ?? 'other', subscriptions: subscribed.length }],
    )
  })

  scope.post<{ Params: DeviceParams }>(
    '/api/2/devices/:user/:device',
    scopes.hidden,
    async (request, reply) => {
      const { id } = scopes.appIdOf(request.params.device, ['json'])
      const { caption, type } = readApp(scopes.readJson(request))
      await setDeviceApp(connection, scopes.deviceOf(request).id, { id, caption, type })
      return scopes.answerEmpty(reply)
    },
  )
}

const maxTextLength = 200

function readApp(body: unknown): { readonly caption: string | null; readonly type: string | null } {
  if (body === undefined) return { caption: null, type: null }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw scopes.failure('InvalidBody')
  const { caption = null, type = null } = body as { readonly caption?: unknown; readonly type?: unknown }
  return { caption: textOf(caption, 'caption'), type: textOf(type, 'type') }
}

function textOf(value: unknown, field: string): string | null {
  if (value === null) return null
  if (typeof value !== 'string' || value.length > maxTextLength || value.includes('\0'))
    throw scopes.failure('InvalidBody', { field })
  return value
}
