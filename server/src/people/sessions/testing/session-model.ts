import { accessTokenSeconds, type TokenPair } from '@earmark/contract/auth.ts'

/** Sessions as the API promises them, as plainly as it can be said. Times in epoch milliseconds. */

export const graceMs = 30_000
export const sessionMs = 30 * 24 * 3600 * 1000

export interface Owner {
  readonly id: string
  readonly email: string
}

export interface Session {
  readonly owner: Owner
  readonly deviceId: string
  /** Each the successor of the one before; the last one is current. */
  readonly refreshTokens: string[]
  readonly accessTokens: { readonly token: string; readonly expiresAtSecond: number }[]
  rotatedAt: number
  expiresAt: number
  isOver: boolean
  /** Nobody but its browser has used its tokens. */
  isPrivate: boolean
}

/** Who keeps a pair: a browser its own, a thief a copy. */
export interface Keeper {
  session: Session
  stored: TokenPair
  /** When the first answer was lost after the pair was stored. */
  missedAt: number | null
}

export interface Model {
  readonly browsers: Keeper[]
  readonly thieves: (Keeper | undefined)[]
  /** All there ever were, ended or not. */
  readonly sessions: Session[]
}

export function opened(owner: Owner, deviceId: string, pair: TokenPair, now: number): Session {
  const session: Session = {
    owner,
    deviceId,
    refreshTokens: [pair.refreshToken],
    accessTokens: [],
    rotatedAt: now,
    expiresAt: now + sessionMs,
    isOver: false,
    isPrivate: true,
  }
  receive(session, pair, now)
  return session
}

export function receive(session: Session, { accessToken }: TokenPair, now: number): void {
  const expiresAtSecond = Math.floor(now / 1000) + accessTokenSeconds
  session.accessTokens.push({ token: accessToken, expiresAtSecond })
}

export function lives({ isOver, expiresAt }: Session, now: number): boolean {
  return !isOver && now < expiresAt
}

export function mayRead(session: Session, token: string, now: number): boolean {
  const found = session.accessTokens.findLast((other) => other.token === token)
  return lives(session, now) && Math.floor(now / 1000) < (found?.expiresAtSecond ?? 0)
}

/** What nobody is ever refused who shares the pair with nobody, and asks again within the grace. */
export function mayRefresh({ session, missedAt }: Keeper, now: number): boolean {
  return lives(session, now) && session.isPrivate && (missedAt === null || now <= missedAt + graceMs)
}

/** The place of the token that must be answered, null for a refusal; what the session is from now on. */
export function exchange(
  session: Session,
  refreshToken: string,
  deviceId: string,
  now: number,
): number | null {
  const last = session.refreshTokens.length - 1
  const place = session.refreshTokens.indexOf(refreshToken)
  const isOwn = lives(session, now) && deviceId.toLowerCase() === session.deviceId
  if (isOwn && place === last) {
    Object.assign(session, { rotatedAt: now, expiresAt: now + sessionMs })
    return last + 1
  }
  if (isOwn && place === last - 1 && now <= session.rotatedAt + graceMs) return last
  session.isOver = true
  return null
}
