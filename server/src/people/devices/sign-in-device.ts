import { emailKey } from '@earmark/contract/emails.ts'
import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { FailureOf } from '../../errors.ts'
import { networkAddress } from '../../http/guard/network-address.ts'
import { countUp, findWindow } from '../limits/limits.queries.ts'
import type { PeopleDeps } from '../sessions/people-deps.ts'
import { hashDevicePassword } from './device-passwords.ts'
import {
  findDeviceByPassword,
  findSignedInDevice,
  setLastSeen,
  type SignedInDevice,
} from './devices.queries.ts'

/** Ten wrong device passwords from one network address within five minutes refuse all others from there. */
const mostWrong = 10
const windowMs = 5 * 60_000

const cookieName = 'sessionid'
const cookieSeconds = 24 * 3600

interface Credentials {
  readonly authorization: string | undefined
  readonly cookie: string | undefined
  readonly ip: string
}

export interface DeviceSignIn {
  readonly device: SignedInDevice
  /** Of an answer to a password. */
  readonly cookie: string | null
}

/** By the password of a device (RFC 7617), or by the cookie that was its answer. */
export async function signInDevice(
  deps: PeopleDeps,
  { authorization, cookie, ip }: Credentials,
  failure: FailureOf<'Unauthorized' | 'TooManyAttempts'>,
): Promise<DeviceSignIn> {
  const { connection } = deps.db
  const basic = readBasic(authorization)
  const device = basic ? await findByPassword(deps, basic, ip, failure) : await findByCookie(deps, cookie)
  if (!device) throw failure('Unauthorized')
  await setLastSeen(connection, device.id, deps.clock())
  return { device, cookie: basic ? makeCookie(deps, device) : null }
}

interface Basic {
  readonly email: string
  readonly password: string
}

function readBasic(authorization = ''): Basic | null {
  const encoded = /^Basic +([\w+/-]+=*) *$/i.exec(authorization)?.[1]
  if (encoded === undefined) return null
  const [email = '', ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { email, password: password.join(':') }
}

async function findByPassword(
  { db: { connection }, clock }: PeopleDeps,
  { email, password }: Basic,
  ip: string,
  failure: FailureOf<'TooManyAttempts'>,
): Promise<SignedInDevice | undefined> {
  const key = `device-password:${hash('sha256', networkAddress(ip))}`
  const now = clock()
  const window = await findWindow(connection, key, now)
  if (window && window.count >= mostWrong && window.resetsAt <= now + 2 * windowMs)
    throw failure('TooManyAttempts', { retryAfterMs: window.resetsAt - now })
  const device = await findDeviceByPassword(connection, emailKey(email), hashDevicePassword(password))
  if (device) return device
  const { count, resetsAt } = await countUp(connection, { key, amount: 1, windowMs }, now)
  // Of those that came at once.
  if (count > mostWrong) throw failure('TooManyAttempts', { retryAfterMs: resetsAt - now })
  return undefined
}

async function findByCookie(
  { db, tokenKeys, clock }: PeopleDeps,
  cookie = '',
): Promise<SignedInDevice | undefined> {
  const value = new RegExp(`(?:^|;) *${cookieName}=([^;]*)`).exec(cookie)?.[1] ?? ''
  const [id = '', session = '', expires = '', mac = ''] = value.trim().split('.')
  if (!isMac(tokenKeys.devices, `${id}.${session}.${expires}`, mac) || Number(expires) * 1000 <= clock())
    return undefined
  const device = await findSignedInDevice(db.connection, id)
  return device?.session_number === Number(session) ? device : undefined
}

function macOf(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

function isMac(key: Uint8Array, text: string, given: string): boolean {
  const expected = Buffer.from(macOf(key, text))
  const mac = Buffer.from(given)
  return expected.length === mac.length && timingSafeEqual(expected, mac)
}

function makeCookie(
  { tokenKeys, clock, config }: PeopleDeps,
  { id, session_number: session }: SignedInDevice,
): string {
  const text = `${id}.${session}.${Math.floor(clock() / 1000) + cookieSeconds}`
  const value = `${text}.${macOf(tokenKeys.devices, text)}`
  return cookieOf(value, cookieSeconds, config.publicUrl)
}

/** Removes the cookie. */
export function endedCookie(publicUrl: string): string {
  return cookieOf('', 0, publicUrl)
}

function cookieOf(value: string, seconds: number, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookieName}=${value}; Path=/gpodder; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}
