import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { countUp } from '../people/limits/limits.queries.ts'
import { insertPasswordFailure } from '../people/limits/password-failures.queries.ts'
import { issueEmailToken } from '../people/mail/email-tokens.ts'
import { issueInvitation } from '../people/mail/invitations.ts'
import { insertMail } from '../people/mail/mails.queries.ts'
import { insertSession } from '../people/sessions/sessions.queries.ts'
import { housekeepingJob, keepHouse } from './housekeeping.ts'
import { makeUser } from '../testing/people.ts'
import { startTestServer } from '../testing/server.ts'
import { forAllTests } from '../testing/for-all-tests.ts'

const tenMinutes = 10 * 60_000
const day = 24 * 60 * 60_000

const server = await forAllTests(startTestServer())

/** One of everything, for somebody new, that has `leftMs` to live. */
async function makeEverything(leftMs: number) {
  const { connection } = server.deps.db
  const now = server.time.now
  const { id: userId } = await makeUser(server)
  const session = { id: randomUUID(), userId, deviceId: randomUUID(), refreshHash: userId }
  await insertSession(connection, { ...session, expiresAt: now + leftMs }, now - day)
  await issueEmailToken(connection, { userId, kind: 'reset-password', lifeMs: day }, now + leftMs - day)
  await issueEmailToken(connection, { userId, kind: 'confirm-email', lifeMs: day }, now + leftMs - day)
  await issueInvitation(connection, { role: 'User', invitedBy: userId, email: null }, now + leftMs - 7 * day)
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
    invitation: connection.selectFrom('invitations').select('id').where('invited_by', '=', userId),
    window: connection.selectFrom('rate_limits').select('key').where('key', '=', userId),
    failure: connection.selectFrom('password_failures').select('id').where('account', '=', userId),
    mail: connection.selectFrom('jobs').select('id').where('subject', '=', `reset-password ${userId}`),
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
  const everything = ['session', 'token', 'token', 'invitation', 'window', 'failure', 'mail', 'user']
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

it('what is being uploaded while the clock jumps forward has an hour to end', async () => {
  const sweep = vi.spyOn(server.deps.storage, 'listStoredBefore')
  const passHour = async (clockMs: number) => {
    server.time.now += clockMs
    const expired = await makeEverything(-1)
    await server.deps.jobs.runDue(housekeepingJob)
    return await listWhatIsLeft(expired)
  }
  const everything = ['session', 'token', 'token', 'invitation', 'window', 'failure', 'mail', 'user']
  expect(await passHour(0)).toEqual(everything)
  for (const hours of [1, 1, 25, 1]) {
    sweep.mockClear()
    expect(await passHour(hours * (day / 24))).toEqual(['mail', 'user'])
    expect(sweep).toHaveBeenCalledTimes(hours > 1 ? 0 : 1)
  }
})
