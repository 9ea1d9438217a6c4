import { createHmac, hash, randomBytes } from 'node:crypto'
import type { FailureOf } from '../../errors.ts'
import { makeDevicePassword } from '../../people/devices/device-passwords.ts'
import { addDeviceWithin } from '../../people/devices/devices.service.ts'
import type { PeopleDeps } from '../../people/sessions/people-deps.ts'
import { findAccount } from '../../people/users/users.queries.ts'
import * as connections from './connections.queries.ts'

/** Login v2 of Nextcloud: an app opens a page of ours, and polls until a listener has allowed it there. */

const lifeMs = 5 * 60_000
const unnamedApp = 'Podcast app'
const maxAppLength = 100

const hashOf = (token: string) => hash('sha256', token)

export interface Begun {
  readonly token: string
  readonly pollToken: string
}

/** @param agent what the app calls itself in its requests */
export async function beginConnection({ db, clock }: PeopleDeps, agent: string): Promise<Begun> {
  const [token, pollToken] = [randomBytes(16).toString('base64url'), randomBytes(32).toString('base64url')]
  await connections.insertConnection(db.connection, {
    tokenHash: hashOf(token),
    pollHash: hashOf(pollToken),
    app: appOf(agent),
    expiresAt: clock() + lifeMs,
  })
  return { token, pollToken }
}

/** `AntennaPod/3.4.0` is AntennaPod. */
function appOf(agent: string): string {
  const [name = ''] = agent.replaceAll(/\p{C}/gu, '').split('/', 1)
  return name.trim().slice(0, maxAppLength) || unnamedApp
}

export async function findWaiting(
  { db, clock }: PeopleDeps,
  token: string,
): Promise<{ app: string; expires_at: number } | undefined> {
  return await connections.findConnection(db.connection, hashOf(token), clock())
}

/** The app's password is derived from its token: only the app's own request can have it told. */
const passwordOf = ({ tokenKeys }: PeopleDeps, pollHash: string): string =>
  makeDevicePassword(createHmac('sha512', tokenKeys.devices).update(`connection ${pollHash}`).digest())

export async function answerWaiting(
  deps: PeopleDeps,
  { token, userId, allow }: { readonly token: string; readonly userId: string; readonly allow: boolean },
  failure: FailureOf<'NotFound' | 'TooManyDevices' | 'Unauthorized'>,
): Promise<void> {
  const { db, clock } = deps
  const now = clock()
  if (!allow) {
    if (!(await connections.refuseConnection(db.connection, hashOf(token), now))) throw failure('NotFound')
    return
  }
  await db.connection.transaction().execute(async (transaction) => {
    const answer = { tokenHash: hashOf(token), userId }
    const allowed = await connections.allowConnection(transaction, answer, now)
    if (!allowed) throw failure('NotFound')
    const password = passwordOf(deps, allowed.poll_hash)
    await addDeviceWithin(transaction, { userId, name: allowed.app, now, password }, failure)
  })
}

export interface Allowed {
  readonly email: string
  readonly password: string
}

/** Once. */
export async function takeAllowed(
  deps: PeopleDeps,
  pollToken: string,
  failure: FailureOf<'NotFound'>,
): Promise<Allowed> {
  const { connection } = deps.db
  const pollHash = hashOf(pollToken)
  const userId = await connections.takeConnection(connection, pollHash, deps.clock())
  const account = userId === undefined ? undefined : await findAccount(connection, userId)
  if (!account) throw failure('NotFound')
  return { email: account.email, password: passwordOf(deps, pollHash) }
}
