import type { FastifyRequest } from 'fastify'
import type { FailureOf } from '../../errors.ts'
import { viewerOf } from '../guard/viewer.ts'

const unknownDevice = 'Unknown device'

type Signs = readonly (readonly [sign: RegExp, name: string])[]

/** Most browsers also name others. */
const browsers: Signs = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ (Mobile\/\w+ )?Safari\//, 'Safari'],
]

const systems: Signs = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(intosh| OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

export function deviceNameOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const agent = (headers['user-agent'] ?? '').slice(0, 500)
  const browser = nameOf(browsers, agent)
  const system = nameOf(systems, agent)
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return browser ?? system ?? unknownDevice
}

function nameOf(signs: Signs, agent: string): string | undefined {
  return signs.find(([sign]) => sign.test(agent))?.[1]
}

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
