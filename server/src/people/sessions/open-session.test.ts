import { randomUUID } from 'node:crypto'
import { changePassword, deleteAccount, login } from '@earmark/contract/auth.ts'
import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { anyFailure } from '../../errors.ts'
import { makePerson, makeUser, password, signInAs } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import * as users from '../users/users.queries.ts'
import { openSession } from './sessions.service.ts'
import { expectLiving } from './testing/bearers.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const server = await forAllTests(startTestServer())
const cheapHash = await hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 })

async function sessionsOf({ id }: users.Account): Promise<string[]> {
  const { connection } = server.deps.db
  const rows = await connection.selectFrom('sessions').select('id').where('user_id', '=', id).execute()
  return rows.map((row) => row.id)
}

describe('a sign-in whose password was looked at', () => {
  const changes: [string, (account: users.Account) => Promise<unknown>][] = [
    ['the password is changed', ({ id }) => change(id, { passwordHash: cheapHash })],
    ['the address is changed', ({ id }) => change(id, { email: `${randomUUID()}@example.org` })],
    ['the account is deleted', ({ id }) => users.deleteAccount(server.deps.db.connection, id)],
  ]

  async function change(id: string, to: users.AccountChanges): Promise<void> {
    await users.updateAccount(server.deps.db.connection, id, to, server.time.now)
  }

  it.each(changes)('opens no session when meanwhile %s', async (_, happen) => {
    const asItWas = await makeUser(server)
    await happen(asItWas)
    const opening = openSession(server.deps, asItWas, randomUUID(), anyFailure)
    await expect(opening).rejects.toMatchObject({ code: 'InvalidCredentials' })
    expect(await sessionsOf(asItWas)).toEqual([])
  })

  it('opens one when meanwhile the name is changed', async () => {
    const asItWas = await makeUser(server)
    await change(asItWas.id, { name: 'Ada L.' })
    await expectLiving(server, {
      ...(await openSession(server.deps, asItWas, randomUUID(), anyFailure)),
      deviceId: '',
    })
  })
})

/** Sign-ins with the old password, from addresses of their own: those of one wait for one another. */
function signInsOf({ email }: users.Account): Promise<{ status: number }>[] {
  const body = { userName: email, password }
  return [1, 2, 3, 4].map((number) => {
    const headers = { 'x-deviceid': randomUUID(), remoteAddress: `192.0.2.${number}` }
    return server.attempt(login, { body }, headers)
  })
}

describe('sign-ins that come together with', () => {
  it('a change of the password leave the session that changed it alone', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const account = await makeUser(server)
      const ada = await signInAs(server, account)
      const body = { currentPassword: password, newPassword: 'Another-password-2' }
      const change = server.attempt(changePassword, { body }, ada.headers)
      for (const { status } of await Promise.all(signInsOf(account))) expect([200, 401]).toContain(status)
      expect((await change).status).toBe(204)
      expect(await sessionsOf(account)).toHaveLength(1)
      await expectLiving(server, ada)
    }
  })

  it('the deletion of the account are let in or sent away', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const { account, headers } = await makePerson(server)
      const signIns = signInsOf(account)
      expect((await server.attempt(deleteAccount, { body: { password } }, headers)).status).toBe(204)
      for (const { status } of await Promise.all(signIns)) expect([200, 401]).toContain(status)
      expect(await sessionsOf(account)).toEqual([])
    }
  })
})
