import type { FastifyRequest } from 'fastify'
import { findDeviceId } from './device-id.ts'
import { deviceNameOf } from './device-name.ts'
import { viewerOf } from '../guard/viewer.ts'

/** Who keeps a state that several devices change, and on which of them. */
export interface Keeper {
  readonly userId: string
  /** Null where the request names none. */
  readonly deviceId: string | null
  readonly deviceName: string
}

export function keeperOf(request: FastifyRequest): Keeper {
  const { userId } = viewerOf(request)
  return { userId, deviceId: findDeviceId(request), deviceName: deviceNameOf(request) }
}
