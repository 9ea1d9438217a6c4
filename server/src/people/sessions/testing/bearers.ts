import type { TokenPair } from '@earmark/contract/auth.ts'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'

/** A pair and the device that it was given to. */
export interface Bearer extends TokenPair {
  readonly deviceId: string
}

interface Server {
  readonly app: FastifyInstance
}

export interface Answer {
  readonly status: number
  /** Null when refused. */
  readonly pair: TokenPair | null
  readonly codes: readonly string[]
}

/** Refreshes, with whatever answer. */
export async function tryRefresh(
  { app }: Server,
  { accessToken, refreshToken, deviceId }: Bearer,
): Promise<Answer> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/auth/refresh',
    headers: { 'x-deviceid': deviceId },
    payload: { accessToken, refreshToken },
  })
  const { statusCode: status } = response
  if (status === 200) return { status, pair: response.json<TokenPair>(), codes: [] }
  return { status, pair: null, codes: response.json<{ code: string }[]>().map(({ code }) => code) }
}

/** What somebody has after a refresh that succeeds. */
export async function refreshed<B extends Bearer>(server: Server, bearer: B): Promise<B> {
  const { pair, codes } = await tryRefresh(server, bearer)
  expect(codes).toEqual([])
  return { ...bearer, ...pair }
}

export async function expectRefused(server: Server, bearer: Bearer): Promise<void> {
  const refusal = { status: 401, pair: null, codes: ['InvalidRefreshToken'] }
  expect(await tryRefresh(server, bearer)).toEqual(refusal)
}

export async function expectLiving({ app }: Server, { accessToken }: Bearer, isLiving = true): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const { statusCode } = await app.inject({ url: '/api/users/profiles/me', headers })
  expect(statusCode).toBe(isLiving ? 200 : 401)
}

export async function expectEnded(server: Server, bearer: Bearer): Promise<void> {
  await expectLiving(server, bearer, false)
  await expectRefused(server, bearer)
}

export function claimsOf({ accessToken }: Bearer): Record<string, unknown> {
  return JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())
}
