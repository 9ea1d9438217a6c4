import * as contract from '@earmark/contract/devices.ts'
import { type Api, noContent } from '../../http/api.ts'
import { viewerOf } from '../../http/guard/viewer.ts'
import { trimmedText } from '../../http/input/input.ts'
import type { PeopleDeps } from '../sessions/people-deps.ts'
import { findDevice, listDevices } from './devices.queries.ts'
import { addDevice, deviceView, removeDevice } from './devices.service.ts'

export function registerDevices(api: Api, deps: PeopleDeps): void {
  const { connection } = deps.db

  api.route({
    ...contract.listDevices,
    handler: async (request) => {
      const rows = await listDevices(connection, viewerOf(request).userId)
      return rows.map(deviceView)
    },
  })

  api.route({
    ...contract.getDevice,
    handler: async (request) => {
      const row = await findDevice(connection, viewerOf(request).userId, request.params.id)
      if (!row) throw request.failure('NotFound')
      return deviceView(row)
    },
  })

  api.route({
    ...contract.addDevice,
    handler: async (request, reply) => {
      const name = trimmedText(request.body.name)
      if (!name) throw request.failure('NameRequired', { field: 'name' })
      reply.code(201)
      return await addDevice(deps, viewerOf(request).userId, name, request.failure)
    },
  })

  api.route({
    ...contract.removeDevice,
    handler: async (request, reply) => {
      await removeDevice(deps, viewerOf(request).userId, request.params.id, request.failure)
      return noContent(reply)
    },
  })
}
