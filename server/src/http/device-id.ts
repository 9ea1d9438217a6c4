import type { FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The device that a request comes from: a UUID in `X-DeviceId`, in lower case.
 *
 * @throws AppError `DeviceIdRequired`
 */
export function deviceIdOf({ headers }: FastifyRequest): string {
  const given = headers['x-deviceid']
  if (typeof given !== 'string' || !uuidForm.test(given)) throw new AppError('DeviceIdRequired')
  return given.toLowerCase()
}
