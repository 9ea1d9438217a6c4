import type { FastifyRequest } from 'fastify'
import type { FailureOf } from '../../errors.ts'

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The device that a request comes from: a UUID in `X-DeviceId`, in lower case. */
export function deviceIdOf(
  request: FastifyRequest & { readonly failure: FailureOf<'DeviceIdRequired'> },
): string {
  const deviceId = findDeviceId(request)
  if (deviceId === null) throw request.failure('DeviceIdRequired')
  return deviceId
}

/** Null where the request names none, or nothing that is a UUID. */
export function findDeviceId({ headers }: FastifyRequest): string | null {
  const given = headers['x-deviceid']
  return typeof given === 'string' && uuidForm.test(given) ? given.toLowerCase() : null
}
