import { randomUUID } from 'node:crypto'
import { changeEmail, forgotPassword, login, register, resendConfirmEmail } from '@earmark/contract/auth.ts'
import type { Endpoint } from '@earmark/contract/endpoint.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { anyFailure } from '../../errors.ts'
import { startNode } from '../../testing/nodes.ts'
import { makePerson, makeUser, password, takeMails } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { createLimits, loginLimit } from './limits.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const minute = 60_000
const hour = 60 * minute

let lastHost = 0
let from: string
const server = await forAllTests(startTestServer({ environment: { RATE_LIMITS: 'true' } }))
beforeEach(() => {
  // Nobody has counted anything of this address yet.
  lastHost += 1
  from = `192.0.2.${lastHost}`
})

const newAddress = () => `${randomUUID()}@example.org`

async function ask(endpoint: Endpoint, body: unknown, remoteAddress = from, headers = {}) {
  const sent = { 'x-deviceid': randomUUID(), ...headers, remoteAddress }
  return await server.attempt(endpoint, { body }, sent)
}

function refusal(seconds: number) {
  const headers = { 'retry-after': String(seconds), 'cache-control': 'no-store' }
  return { status: 429, codes: ['TooManyRequests'], headers: expect.objectContaining(headers) }
}

describe('logins from one network address', () => {
  it('are thirty a minute', async () => {
    // Of one account that is locked soon: what is refused for that counts as well, and costs nothing.
    const body = { userName: newAddress(), password }
    const codes: string[] = []
    for (let turn = 0; turn < 30; turn += 1) codes.push(...(await ask(login, body)).codes)
    expect(codes).toEqual([
      ...Array<string>(5).fill('InvalidCredentials'),
      ...Array<string>(25).fill('TooManyAttempts'),
    ])
    expect(await ask(login, body)).toMatchObject(refusal(60))
    const another = { userName: (await makeUser(server)).email, password }
    expect(await ask(login, another)).toMatchObject(refusal(60))
    expect(await ask(login, another, '198.51.100.1')).toMatchObject({ status: 200 })
    server.time.now += minute - 1
    expect(await ask(login, another)).toMatchObject(refusal(1))
    server.time.now += 1
    expect(await ask(login, another)).toMatchObject({ status: 200 })
  })

  it('are thirty also when all come at once', async () => {
    const limits = createLimits(server.deps)
    const take = () =>
      limits.take(loginLimit, from, anyFailure).then(
        () => 'passes',
        (error) => error.code as string,
      )
    const found = await Promise.all(Array.from({ length: 40 }, take))
    expect(found.filter((outcome) => outcome === 'passes')).toHaveLength(30)
    expect(found.filter((outcome) => outcome === 'TooManyRequests')).toHaveLength(10)
  })

  it('are thirty on all nodes together, and after a restart', async () => {
    await using node = await startNode(server)
    const other = await import('./limits.ts')
    expect(other.createLimits).not.toBe(createLimits)
    const nodes = [createLimits(server.deps), other.createLimits(node.deps)] as const
    for (let turn = 0; turn < 30; turn += 1) await nodes[turn % 2]?.take(loginLimit, from, anyFailure)
    for (const limits of [...nodes, createLimits(server.deps)]) {
      await expect(limits.take(loginLimit, from, anyFailure)).rejects.toMatchObject({
        code: 'TooManyRequests',
      })
    }
  })

  it('count for the customer of a network, however many addresses that one has', async () => {
    const limits = createLimits(server.deps)
    for (let turn = 0; turn < 30; turn += 1)
      await limits.take(loginLimit, `2001:db8:0:1::${turn}`, anyFailure)
    const beyond = limits.take(loginLimit, '2001:db8:0:1:ffff::', anyFailure)
    await expect(beyond).rejects.toMatchObject({ code: 'TooManyRequests' })
    await limits.take(loginLimit, '2001:db8:0:2::1', anyFailure)
    for (let turn = 0; turn < 30; turn += 1) await limits.take(loginLimit, from, anyFailure)
    const mapped = limits.take(loginLimit, `::ffff:${from}`, anyFailure)
    await expect(mapped).rejects.toMatchObject({ code: 'TooManyRequests' })
  })
})

describe('registrations from one network address', () => {
  it('are twenty an hour, without those that cannot be', async () => {
    const body = () => ({ email: newAddress(), password, name: 'Ada' })
    expect((await ask(register, { ...body(), password: 'short' })).status).toBe(400)
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(register, body())))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    expect(await ask(register, body())).toMatchObject(refusal(3600))
    expect(await ask(register, body(), '198.51.100.1')).toMatchObject({ status: 204 })
    server.time.now += hour
    expect(await ask(register, body())).toMatchObject({ status: 204 })
  })
})

describe('calls from one network address that send mail', () => {
  it('are twenty an hour, of all kinds together', async () => {
    const { headers } = await makePerson(server)
    for (let turn = 0; turn < 10; turn += 1) {
      expect((await ask(forgotPassword, { email: newAddress() })).status).toBe(204)
    }
    for (let turn = 0; turn < 9; turn += 1) {
      expect((await ask(resendConfirmEmail, { email: newAddress() })).status).toBe(204)
    }
    const change = () => ask(changeEmail, { password, newEmail: newAddress() }, from, headers)
    expect((await change()).status).toBe(204)
    for (const endpoint of [forgotPassword, resendConfirmEmail]) {
      expect(await ask(endpoint, { email: newAddress() })).toMatchObject(refusal(3600))
    }
    expect(await change()).toMatchObject(refusal(3600))
    server.time.now += hour
    expect((await ask(forgotPassword, { email: newAddress() })).status).toBe(204)
  })
})

describe('limits by network address', () => {
  it('can be switched off', async () => {
    await using free = await startTestServer({ environment: { RATE_LIMITS: 'false' } })
    for (let turn = 0; turn < 25; turn += 1) {
      const answer = await free.attempt(forgotPassword, { body: { email: newAddress() } })
      expect(answer.status).toBe(204)
    }
  })
})

describe('mails to one account', () => {
  it.each(['true', 'false'])(
    'are three of a kind an hour, which nobody is told (RATE_LIMITS=%s)',
    async (on) => {
      await using own = await startTestServer({ environment: { RATE_LIMITS: on } })
      const { email } = await makeUser(own, { isConfirmed: false })
      const send = async (endpoint: typeof forgotPassword | typeof resendConfirmEmail, address: string) => {
        const { status, body } = await own.attempt(endpoint, { body: { email: address } })
        expect({ status, body }).toEqual({ status: 204, body: '' })
        return (await takeMails(own, email)).length
      }
      const counts = async (endpoint: typeof forgotPassword | typeof resendConfirmEmail) => {
        const found: number[] = []
        for (const address of [email, email.toUpperCase(), email, email, email.toUpperCase()]) {
          found.push(await send(endpoint, address))
        }
        return found
      }
      expect(await counts(forgotPassword)).toEqual([1, 1, 1, 0, 0])
      expect(await counts(resendConfirmEmail)).toEqual([1, 1, 1, 0, 0])
      own.time.now += hour - 1
      expect(await send(forgotPassword, email)).toBe(0)
      own.time.now += 1
      expect(await counts(forgotPassword)).toEqual([1, 1, 1, 0, 0])
    },
  )

  it('are three notices an hour that somebody tried to register with its address', async () => {
    const { email } = await makeUser(server)
    const found: number[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await ask(register, { email, password, name: 'Ada' })).status).toBe(204)
      found.push((await takeMails(server, email)).length)
    }
    expect(found).toEqual([1, 1, 1, 0, 0])
  })

  it('are three links an hour to change its address, each with its notice', async () => {
    const { account, headers } = await makePerson(server)
    const found: number[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      const newEmail = newAddress()
      expect((await ask(changeEmail, { password, newEmail }, from, headers)).status).toBe(204)
      found.push((await takeMails(server, newEmail)).length, (await takeMails(server, account.email)).length)
    }
    expect(found).toEqual([1, 1, 1, 1, 1, 1, 0, 0])
  })
})

describe('the tables of what was counted', () => {
  it('name neither accounts nor network addresses', async () => {
    const email = `Grace.${newAddress()}`
    await ask(login, { userName: email, password })
    await ask(forgotPassword, { email })
    await ask(register, { email, password, name: 'Ada' })
    const { connection } = server.deps.db
    const limits = await connection.selectFrom('rate_limits').selectAll().execute()
    const failures = await connection.selectFrom('password_failures').selectAll().execute()
    expect(failures.length).toBeGreaterThan(0)
    expect(limits.length).toBeGreaterThan(3)
    expect(JSON.stringify([limits, failures])).not.toMatch(/grace|@|example|192\.0\.2|198\.51|2001:db8/i)
  })
})
