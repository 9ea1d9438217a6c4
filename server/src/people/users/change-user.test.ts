import { randomUUID } from 'node:crypto'
import * as auth from '@earmark/contract/auth.ts'
import { getProfile, getUser, updateUser } from '@earmark/contract/users.ts'
import { describe, expect, it } from 'vitest'
import {
  linkIn,
  makePerson,
  makeUser,
  type Person,
  password,
  signInAs,
  takeMails,
} from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { deleteEmailTokens } from '../mail/email-tokens.ts'
import { insertMail } from '../mail/mails.queries.ts'
import { type Account, findAccount, lockAccount } from './users.queries.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const server = await forAllTests(startTestServer())
const admin = await makePerson(server, 'Admin')

const newPassword = 'Louder-reading-2'

async function change({ id, email, name }: Account, changes: object, by = admin) {
  const body = { id, email, name, ...changes }
  return await server.attempt(updateUser, { params: { id }, body }, by.headers)
}

const isSignedIn = async ({ headers }: Person): Promise<boolean> =>
  (await server.attempt(getProfile, {}, headers)).status === 200

const signIn = async ({ email }: Account, withPassword = password) =>
  (await server.attempt(auth.login, { body: { userName: email, password: withPassword } })).codes

describe('changing a user is refused', () => {
  it.each([
    [{ id: undefined }, 'IdMismatch'],
    [{ id: null }, 'IdMismatch'],
    [{ id: randomUUID() }, 'IdMismatch'],
    [{ role: 'user' }, 'InvalidRole'],
    [{ newPassword: 'Quiet-1' + 'é', role: 'Nobody' }, 'InvalidRole'],
  ])('for %j as %s', async (changes, code) => {
    const account = await makeUser(server)
    const refused = await change(account, { name: 'Changed', ...changes })
    expect([refused.status, refused.codes[0]]).toEqual([400, code])
    const { id } = account
    expect(await server.call(getUser, { params: { id } }, admin.headers)).toMatchObject({ name: 'Ada' })
  })

  it.each(['1', 'nobody', 'a%00', randomUUID()])('when nobody has the id %s', async (id) => {
    const payload = { id, email: 'a@example.org', name: 'Ada', newPassword }
    const url = `/api/users/${id}`
    const refused = await server.app.inject({ method: 'PUT', url, payload, headers: admin.headers })
    expect([refused.statusCode, refused.json()]).toMatchObject([404, [{ code: 'NotFound' }]])
  })

  it('when another account has the address, however it is written', async () => {
    const [account, other] = [await makeUser(server), await makePerson(server)]
    const refused = await change(account, { email: other.account.email.toUpperCase(), newPassword })
    expect(refused.status).toBe(409)
    expect(refused.errors).toMatchObject([{ code: 'DuplicateEmail', field: 'email' }])
    expect(await signIn(account)).toEqual([])
  })
})

describe('changing a user', () => {
  it('takes address, name, role and confirmation, and leaves what is absent, null or empty', async () => {
    const account = await makeUser(server, { isConfirmed: false })
    const email = `New.${account.email}`
    const changed = { id: account.id, email, emailConfirmed: true, name: 'Grace', role: 'Editor' }
    const { body, status, headers } = await change(account, { ...changed, name: ' Grace ' })
    expect([status, JSON.parse(body)]).toEqual([200, changed])
    expect(headers['cache-control']).toBe('no-store')
    for (const rest of [{}, { role: null, newPassword: null }, { role: '', newPassword: '' }]) {
      const again = await change(account, { email, name: 'Hopper', emailConfirmed: null, ...rest })
      expect(JSON.parse(again.body)).toEqual({ ...changed, name: 'Hopper' })
    }
    expect(await signIn({ ...account, email })).toEqual([])
  })

  it('takes an id in other letters, and another spelling of the same address', async () => {
    const account = await makeUser(server)
    const email = account.email.toUpperCase()
    const changed = await change(account, { id: account.id.toUpperCase(), email })
    expect(JSON.parse(changed.body)).toMatchObject({ id: account.id, email })
  })

  it.each([
    ['User', { name: 'Grace', newPassword: '', role: 'User', emailConfirmed: true }, true],
    ['User', { email: `${randomUUID()}@example.org` }, true],
    ['User', { role: 'Editor' }, true],
    ['Editor', { role: 'Admin' }, true],
    ['Editor', { role: 'User' }, false],
    ['Admin', { role: 'Editor' }, false],
    ['User', { newPassword }, false],
    ['User', { emailConfirmed: false }, false],
  ] as const)('of a %s to %j leaves the sessions: %s', async (role, changes, stays) => {
    const person = await makePerson(server, role)
    const elsewhere = await signInAs(server, person.account)
    const bystander = await makePerson(server)
    expect(await change(person.account, changes)).toMatchObject({ status: 200 })
    for (const session of [person, elsewhere]) expect(await isSignedIn(session)).toBe(stays)
    expect(await isSignedIn(bystander)).toBe(true)
    // Nor does a session come back with what was taken.
    await change(person.account, { role: 'Admin', emailConfirmed: true })
    expect(await isSignedIn(person)).toBe(stays)
  })

  it('sets a password that counts at once, in place of the old one and of links to set one', async () => {
    const account = await makeUser(server)
    const { email } = account
    await server.call(auth.forgotPassword, { body: { email } })
    const { token = '' } = linkIn((await takeMails(server, email))[0])
    const { body } = await change(account, { newPassword })
    expect(body).not.toMatch(/hash|argon2|reading/i)
    expect(await signIn(account)).toEqual(['InvalidCredentials'])
    expect(await signIn(account, newPassword)).toEqual([])
    const reset = { email, token, newPassword: password }
    expect(await server.attempt(auth.resetPassword, { body: reset })).toMatchObject({
      codes: ['InvalidToken'],
    })
  })

  it('to a new password leaves the link that confirms the address', async () => {
    const account = await makeUser(server, { isConfirmed: false })
    await server.call(auth.resendConfirmEmail, { body: { email: account.email } })
    const { userId = '', token = '' } = linkIn((await takeMails(server, account.email))[0])
    await change(account, { newPassword })
    expect(await signIn(account, newPassword)).toEqual(['EmailNotConfirmed'])
    await server.call(auth.confirmEmail, { body: { userId, token } })
    expect(await signIn(account, newPassword)).toEqual([])
  })

  it('makes an account wait for a new confirmation', async () => {
    const { account } = await makePerson(server)
    await change(account, { emailConfirmed: false })
    expect(await signIn(account)).toEqual(['EmailNotConfirmed'])
  })

  it('takes it to another address: nothing that was mailed, or is about to be, counts any more', async () => {
    const account = await makeUser(server, { isConfirmed: false })
    const email = `${randomUUID()}@example.org`
    await server.call(auth.resendConfirmEmail, { body: { email: account.email } })
    const { userId = '', token = '' } = linkIn((await takeMails(server, account.email))[0])
    const waiting = { kind: 'reset-password', email: account.email } as const
    await insertMail(server.deps.db.connection, waiting, server.time.now)
    await change(account, { email })
    const confirmed = await server.attempt(auth.confirmEmail, { body: { userId, token } })
    expect(confirmed).toMatchObject({ status: 400, codes: ['InvalidToken'] })
    // The next account of the old address has asked for nothing.
    await makeUser(server, { email: account.email })
    for (const address of [account.email, email]) expect(await takeMails(server, address)).toEqual([])
  })

  it('while somebody uses what was mailed: neither waits for the other for ever', async () => {
    const { connection } = server.deps.db
    const { id, email } = await makeUser(server, { isConfirmed: false })
    await server.call(auth.resendConfirmEmail, { body: { email } })
    const { userId = '', token = '' } = linkIn((await takeMails(server, email))[0])
    const confirming = await connection.transaction().execute(async (transaction) => {
      await lockAccount(transaction, id)
      const call = server.attempt(auth.confirmEmail, { body: { userId, token } })
      // As many round trips as bring the other one to where it has to wait.
      for (let trip = 0; trip < 50; trip += 1) await findAccount(transaction, id)
      await deleteEmailTokens(transaction, id)
      return { call }
    })
    expect(await confirming.call).toMatchObject({ status: 400, codes: ['InvalidToken'] })
  })

  it('and using what was mailed at the same time: one of them counts', async () => {
    for (let round = 0; round < 4; round += 1) {
      const account = await makeUser(server, { isConfirmed: false })
      await server.call(auth.resendConfirmEmail, { body: { email: account.email } })
      const { userId = '', token = '' } = linkIn((await takeMails(server, account.email))[0])
      const [changed, confirmed] = await Promise.all([
        change(account, { email: `${randomUUID()}@example.org` }),
        server.attempt(auth.confirmEmail, { body: { userId, token } }),
      ])
      expect(changed.status).toBe(200)
      const { emailConfirmed } = await server.call(getUser, { params: { id: account.id } }, admin.headers)
      expect([204, 400]).toContain(confirmed.status)
      expect(emailConfirmed).toBe(confirmed.status === 204)
    }
  })

  it('and signing in at the same time: no session outlives a password', async () => {
    for (let round = 0; round < 4; round += 1) {
      const account = await makeUser(server)
      const [person] = await Promise.all([
        signInAs(server, account).catch(() => null),
        change(account, { newPassword }),
      ])
      expect(person !== null && (await isSignedIn(person))).toBe(false)
    }
  })
})
