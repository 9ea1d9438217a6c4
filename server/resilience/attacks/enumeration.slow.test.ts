import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { forgotPassword, login, register, resendConfirmEmail } from '@earmark/contract/auth.ts'
import type { Endpoint } from '@earmark/contract/endpoint.ts'
import { expect, it } from 'vitest'
import { openDatabase } from '../../src/db/database.ts'
import { mailJob } from '../../src/people/mail/mails.queries.ts'
import { hashPassword } from '../../src/people/users/passwords.ts'
import { addAccount } from '../../src/people/users/users.service.ts'
import { startProgram } from '../crash/crash-program.ts'
import { createEmptyDatabase } from '../../src/testing/engines.ts'
import { tell } from '../faults/fault-site.ts'
import { freePort } from '../../../scripts/machine.mjs'
import { makeUser, password } from '../../src/testing/people.ts'
import { startTestServer } from '../../src/testing/server.ts'
import { measureTimes } from './answer-times.ts'
import { isProof } from './operation-sinks.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'

/** Nobody finds out whether an address has an account: not by the answer, not by the time that it takes. */

const server = await forAllTests(startTestServer())
const passwordHash = await hashPassword(password)
const accounts = await Promise.all(
  Array.from({ length: 5 }, (_, place) => makeUser(server, { isConfirmed: place % 2 === 0, passwordHash })),
)
const known = accounts.map(({ email }) => email)

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
    for (const [place, address] of known.entries()) {
      const inTurn = [
        ['known', address],
        ['unknown', `${randomUUID()}@example.org`],
      ] as const
      for (const [whose, email] of place % 2 === 0 ? inTurn : inTurn.toReversed()) {
        const before = process.cpuUsage()
        const answer = await server.attempt(endpoint, { body: bodyOf(email) })
        const { user, system } = process.cpuUsage(before)
        costs[whose].push(user + system)
        answers[whose].add(JSON.stringify([answer.status, answer.body, Object.keys(answer.headers)]))
        // What was queued is sent outside of what is measured.
        await server.deps.jobs.runDue(mailJob)
      }
    }
    expect(answers.known.size).toBe(1)
    expect(answers.unknown).toEqual(answers.known)
    expect([...answers.known][0]).toMatch(new RegExp(`^\\[${status},`))
    // Hashing costs ten milliseconds and more, the rest about one: whoever left it out would be several times as fast.
    // The calls that do not hash write one row for everybody; how long they take is measured by the proof.
    if (endpoint === login || endpoint === register) {
      // The least of each: what the process does besides, as collecting garbage, only ever adds to what is measured.
      const ratio = Math.min(...costs.unknown) / Math.min(...costs.known)
      expect(ratio).toBeGreaterThan(0.4)
      expect(ratio).toBeLessThan(2.5)
    }
  },
)

/** How the address comes to have an account: registered, registered and confirmed, invited. */
const kinds = [
  { confirmedAt: null, hasPassword: true },
  { confirmedAt: 1, hasPassword: true },
  { confirmedAt: null, hasPassword: false },
] as const

async function addAddresses(databaseUrl: string, dataDir: string, count: number): Promise<string[]> {
  const db = await openDatabase(databaseUrl, dataDir)
  const hash = await hashPassword(password)
  const emails = Array.from({ length: count }, () => `${randomUUID()}@example.org`)
  for (const [place, email] of emails.entries()) {
    const { confirmedAt, hasPassword } = kinds[place % kinds.length] as (typeof kinds)[number]
    const account = {
      email,
      name: 'Ada',
      role: 'User',
      confirmedAt,
      passwordHash: hasPassword ? hash : null,
    } as const
    await db.connection
      .transaction()
      .execute((transaction) => addAccount({ db, clock: Date.now }, transaction, account))
  }
  await db.close()
  return emails
}

const mostMs = 10
const halfAnHour = { timeout: 1_800_000 }

it.each(isProof ? [300] : [])(
  'no time tells it in %i pairs, nor of what is asked next',
  halfAnHour,
  async (pairs) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'earmark-enumeration-'))
    await using database = await createEmptyDatabase()
    const addresses = await addAddresses(database.url, dataDir, pairs)
    const settings = { DATA_DIR: dataDir, DATABASE_URL: database.url, SAMPLE_CATALOGUE: 'false' }
    const program = await startProgram(await freePort(), { ...settings, RATE_LIMITS: 'false' })
    const apart: unknown[] = []
    for (const [name, endpoint, bodyOf] of calls) {
      const times = await measureTimes(program, `/api${endpoint.url}`, addresses, bodyOf)
      tell('enumeration', { call: name, pairs, ...times })
      const differences = [times.known - times.unknown, times.afterKnown - times.afterUnknown]
      if (differences.some((difference) => Math.abs(difference) > mostMs + times.noise))
        apart.push([name, times])
    }
    await program.kill()
    await rm(dataDir, { recursive: true })
    expect(apart).toEqual([])
  },
)
