import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { countUp } from './domains/limits/limits.queries.ts'
import { insertPasswordFailure } from './domains/limits/password-failures.queries.ts'
import { issueEmailToken } from './domains/mail/email-tokens.ts'
import { insertMail } from './domains/mail/mails.queries.ts'
import { insertSession } from './domains/sessions/sessions.queries.ts'
import { keepHouse, keepHouseHourly } from './housekeeping.ts'
import { makeUser } from './testing/people.ts'
import { startTestServer, type TestServer } from './testing/server.ts'

const tenMinutes = 10 * 60_000
const day = 24 * 60 * 60_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => await server[Symbol.asyncDispose]())

/** One of everything, for somebody new, that has `leftMs` to live. */
async function makeEverything(leftMs: number) {
  const { connection } = server.deps.db
  const now = server.time.now
  const { id: userId } = await makeUser(server)
  const session = { id: randomUUID(), userId, deviceId: randomUUID(), refreshHash: userId }
  await insertSession(connection, { ...session, expiresAt: now + leftMs }, now - day)
  await issueEmailToken(connection, { userId, kind: 'reset-password', lifeMs: day }, now + leftMs - day)
  await issueEmailToken(connection, { userId, kind: 'confirm-email', lifeMs: day }, now + leftMs - day)
  await countUp(connection, { key: userId, amount: 1, windowMs: day }, now + leftMs - day)
  const failedAt = now + leftMs - tenMinutes
  await insertPasswordFailure(connection, { account: userId, address: '' }, failedAt)
  await insertMail(connection, { kind: 'reset-password', email: userId }, now - day)
  return userId
}

async function listWhatIsLeft(userId: string): Promise<string[]> {
  const { connection } = server.deps.db
  const rows = {
    session: connection.selectFrom('sessions').select('user_id').where('user_id', '=', userId),
    token: connection.selectFrom('email_tokens').select('user_id').where('user_id', '=', userId),
    window: connection.selectFrom('rate_limits').select('key').where('key', '=', userId),
    failure: connection.selectFrom('password_failures').select('id').where('account', '=', userId),
    mail: connection.selectFrom('mails').select('id').where('email', '=', userId),
    user: connection.selectFrom('users').select('id').where('id', '=', userId),
  }
  const found: string[] = []
  for (const [name, query] of Object.entries(rows)) {
    const { length } = await query.execute()
    found.push(...Array<string>(length).fill(name))
  }
  return found
}

it('what has expired is cleared away, and nothing else', async () => {
  const everything = ['session', 'token', 'token', 'window', 'failure', 'mail', 'user']
  const expired = await makeEverything(-1)
  const living = await makeEverything(1)
  expect(await listWhatIsLeft(expired)).toEqual(everything)
  await keepHouse(server.deps)
  expect(await listWhatIsLeft(expired)).toEqual(['mail', 'user'])
  expect(await listWhatIsLeft(living)).toEqual(everything)
  server.time.now += 2
  await keepHouse(server.deps)
  expect(await listWhatIsLeft(living)).toEqual(['mail', 'user'])
})

/** For the database and the disk. */
const patience = { timeout: 10_000 }

it('what is being uploaded while the clock jumps forward has an hour to end', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const sweep = vi.spyOn(server.deps.storage, 'removeIncomingBefore')
  const end = keepHouseHourly(server.deps)
  const passHour = async (clockMs: number) => {
    server.time.now += clockMs
    const expired = await makeEverything(-1)
    vi.advanceTimersByTime(day / 24)
    await vi.waitFor(async () => expect(await listWhatIsLeft(expired)).toEqual(['mail', 'user']), patience)
  }
  try {
    await passHour(day + day / 24)
    expect(sweep).not.toHaveBeenCalled()
    await passHour(day / 24)
    await vi.waitFor(() => expect(sweep).toHaveBeenCalledOnce(), patience)
  } finally {
    end()
    vi.useRealTimers()
  }
})
