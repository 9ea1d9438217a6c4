import { randomUUID } from 'node:crypto'
import { forgotPassword, login, register, resendConfirmEmail } from '@earmark/contract/auth.ts'
import type { Endpoint } from '@earmark/contract/endpoint.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeUser, password } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { hashPassword } from '../users/passwords.ts'

/** Nobody finds out whether an address has an account: not by the answer, not by the time that it takes. */

let server: TestServer
let known: string[]
beforeAll(async () => {
  server = await startTestServer()
  const passwordHash = await hashPassword(password)
  const accounts = await Promise.all(
    Array.from({ length: 5 }, (_, place) => makeUser(server, { isConfirmed: place % 2 === 0, passwordHash })),
  )
  known = accounts.map(({ email }) => email)
})
afterAll(async () => await server[Symbol.asyncDispose]())

const calls: [string, Endpoint, (email: string) => object, number][] = [
  ['login', login, (email) => ({ userName: email, password: 'Wrong-password-1' }), 401],
  ['register', register, (email) => ({ email, password, name: 'Eve' }), 204],
  ['resend', resendConfirmEmail, (email) => ({ email }), 204],
  ['forgot', forgotPassword, (email) => ({ email }), 204],
]

it.each(calls)(
  '%s answers alike, and does the work that takes time, for everybody',
  async (_, endpoint, bodyOf, status) => {
    const answers = { known: new Set<string>(), unknown: new Set<string>() }
    // Of the processor, all threads: a busy machine makes the same work take longer.
    const costs = { known: [] as number[], unknown: [] as number[] }
    for (const address of known) {
      for (const [whose, email] of [
        ['known', address],
        ['unknown', `${randomUUID()}@example.org`],
      ] as const) {
        const before = process.cpuUsage()
        const answer = await server.attempt(endpoint, { body: bodyOf(email) })
        const { user, system } = process.cpuUsage(before)
        costs[whose].push(user + system)
        answers[whose].add(JSON.stringify([answer.status, answer.body, Object.keys(answer.headers)]))
        // What was queued is sent outside of what is measured.
        await server.deps.mails.deliverDue()
      }
    }
    expect(answers.known.size).toBe(1)
    expect(answers.unknown).toEqual(answers.known)
    expect([...answers.known][0]).toMatch(new RegExp(`^\\[${status},`))
    // Hashing costs ten milliseconds and more, the rest about one: whoever left it out would be several times as fast.
    // The calls that do not hash write one row for everybody; how long they take is measured by the benchmark.
    if (endpoint === login || endpoint === register) {
      expect(middle(costs.unknown) / middle(costs.known)).toBeGreaterThan(0.4)
      expect(middle(costs.unknown) / middle(costs.known)).toBeLessThan(2.5)
    }
  },
)

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number
}
