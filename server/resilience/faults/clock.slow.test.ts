import { randomUUID } from 'node:crypto'
import { login, refresh } from '@earmark/contract/auth.ts'
import { getProfile } from '@earmark/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { keepHouse } from '../../src/operations/housekeeping.ts'
import { makePerson, makeUser, password } from '../../src/testing/people.ts'
import { startTestServer } from '../../src/testing/server.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'

/** A clock that jumps, as one does that was wrong at the start of the machine. */

const dayMs = 24 * 3_600_000
const server = await forAllTests(startTestServer({ environment: { RATE_LIMITS: 'true' } }))

async function signIn(userName: string, remoteAddress: string, given = password) {
  const headers = { 'x-deviceid': randomUUID(), remoteAddress }
  return (await server.attempt(login, { body: { userName, password: given } }, headers)).status
}

const profile = async (headers: Record<string, string>) =>
  (await server.attempt(getProfile, {}, headers)).status

describe.each([
  ['forward a year', 365 * dayMs],
  ['back a day', -dayMs],
])('%s', (name, jumpMs) => {
  const address = jumpMs > 0 ? '192.0.2.1' : '192.0.2.2'

  it('ends or keeps sessions, but lets everybody sign in', async () => {
    const person = await makePerson(server)
    server.time.now += jumpMs
    const isLater = jumpMs > 0
    expect(await profile(person.headers)).toBe(isLater ? 401 : 200)
    const again = await server.attempt(
      refresh,
      { body: { accessToken: person.accessToken, refreshToken: person.refreshToken } },
      person.headers,
    )
    expect(again.status).toBe(isLater ? 401 : 200)
    expect(await signIn(person.account.email, address)).toBe(200)
  })

  it('locks nobody out for longer than the lock', async () => {
    const { email } = await makeUser(server)
    for (let turn = 0; turn < 5; turn += 1) await signIn(email, address, 'Wrong-password-1')
    expect(await signIn(email, address)).toBe(429)
    server.time.now += jumpMs
    expect(await signIn(email, address)).toBe(200)
  })

  it('holds nobody to a limit for longer than its window', async () => {
    const host = `198.51.100.${name.length}`
    const { email } = await makeUser(server)
    for (let turn = 0; turn < 30; turn += 1) await signIn(`${turn}@example.org`, host, 'x')
    expect(await signIn(email, host)).toBe(429)
    server.time.now += jumpMs
    expect(await signIn(email, host)).toBe(200)
  })

  it('leaves the house in order', async () => {
    server.time.now += jumpMs
    await keepHouse(server.deps)
    const person = await makePerson(server)
    expect(await profile(person.headers)).toBe(200)
  })
})
