import { randomUUID } from 'node:crypto'
import {
  changeEmail,
  changePassword,
  deleteAccount,
  forgotPassword,
  login,
  resetPassword,
} from '@earmark/contract/auth.ts'
import { describe, expect, it } from 'vitest'
import { startNode } from '../../testing/nodes.ts'
import { linkIn, makeUser, password, signInAs, takeMails } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

let email: string
const server = await forAllTests(startTestServer())

const wrong = 'Wrong-password-1'

async function makeLogin(): Promise<void> {
  email = (await makeUser(server)).email
}

/** One login, of this account from this address unless told. */
async function signIn({ given = wrong, userName = email, from = '192.0.2.7' }, app = server.app) {
  const response = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'x-deviceid': randomUUID() },
    remoteAddress: from,
    payload: { userName, password: given },
  })
  const { statusCode, headers, body } = response
  return { status: statusCode, retryAfter: headers['retry-after'], body }
}

async function lockOut(): Promise<void> {
  await makeLogin()
  for (let turn = 0; turn < 5; turn += 1) expect(await signIn({})).toMatchObject({ status: 401 })
}

const locked = { status: 429, retryAfter: '300', body: expect.stringContaining('"TooManyAttempts"') }

describe('after five wrong passwords, signing in', () => {
  it('is refused for five minutes, with the right one too, and may be tried from elsewhere', async () => {
    await lockOut()
    expect(await signIn({})).toEqual(locked)
    expect(await signIn({ given: password })).toEqual(locked)
    expect(await signIn({ given: password, userName: email.toUpperCase() })).toEqual(locked)
    expect(await signIn({ given: password, from: '192.0.2.8' })).toMatchObject({ status: 200 })
    server.time.now += 5 * 60_000 - 1
    expect(await signIn({ given: password })).toEqual({ ...locked, retryAfter: '1' })
    server.time.now += 1
    expect(await signIn({ given: password })).toMatchObject({ status: 200 })
  })

  it('is refused by every node, and after a restart', async () => {
    await lockOut()
    await using node = await startNode(server)
    expect(await signIn({ given: password }, node.app)).toEqual(locked)
  })

  it('is refused alike where nobody has that address', async () => {
    await makeLogin()
    const known: unknown[] = []
    const unknown: unknown[] = []
    const nobody = `${randomUUID()}@example.org`
    for (let turn = 0; turn < 7; turn += 1) {
      known.push(await signIn({}))
      unknown.push(await signIn({ userName: nobody }))
    }
    expect(unknown).toEqual(known)
    expect(unknown.at(-1)).toEqual(locked)
  })

  it('is possible at once after a new password was set by mail', async () => {
    await lockOut()
    await server.call(forgotPassword, { body: { email } })
    const [mail] = await takeMails(server, email)
    const token = linkIn(mail).token as string
    await server.call(resetPassword, { body: { email, token, newPassword: 'Louder-reading-2' } })
    expect(await signIn({ given: 'Louder-reading-2' })).toMatchObject({ status: 200 })
  })
})

describe('the password of a change', () => {
  it('counts together with those of logins', async () => {
    const account = await makeUser(server)
    email = account.email
    const { headers } = await signInAs(server, account)
    const from = { ...headers, remoteAddress: '192.0.2.7' }
    const changes = (given: string) => [
      [changePassword, { currentPassword: given, newPassword: 'Louder-reading-2' }] as const,
      [changeEmail, { password: given, newEmail: `${randomUUID()}@example.org` }] as const,
      [deleteAccount, { password: given }] as const,
    ]
    for (const [endpoint, body] of changes(wrong)) {
      const refused = await server.attempt(endpoint, { body }, from)
      expect(refused).toMatchObject({ status: 400, codes: ['PasswordMismatch'] })
    }
    expect(await signIn({})).toMatchObject({ status: 401 })
    expect(await signIn({})).toMatchObject({ status: 401 })
    for (const [endpoint, body] of changes(password)) {
      const refused = await server.attempt(endpoint, { body }, from)
      expect(refused).toMatchObject({ status: 429, codes: ['TooManyAttempts'] })
      expect(refused.headers).toMatchObject({ 'retry-after': '300', 'cache-control': 'no-store' })
    }
    expect(await signIn({ given: password })).toEqual(locked)
  })

  it('forgets the wrong ones before it when it is right', async () => {
    const account = await makeUser(server)
    email = account.email
    const { headers } = await signInAs(server, account)
    for (let turn = 0; turn < 4; turn += 1) await signIn({})
    const body = { currentPassword: password, newPassword: 'Louder-reading-2' }
    const changed = await server.attempt(changePassword, { body }, { ...headers, remoteAddress: '192.0.2.7' })
    expect(changed.status).toBe(204)
    for (let turn = 0; turn < 5; turn += 1) expect(await signIn({})).toMatchObject({ status: 401 })
    expect(await signIn({})).toMatchObject({ status: 429 })
  })
})

describe('the right password', () => {
  it('sixty-four times at once is no attack', async () => {
    await makeLogin()
    const all = Array.from({ length: 64 }, () => signIn({ given: password }))
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('may come after any number of logins that bring none: those are no guesses', async () => {
    await makeLogin()
    for (let turn = 0; turn < 6; turn += 1) {
      const none = await server.attempt(login, { body: { userName: email } })
      expect(none).toMatchObject({ status: 400, codes: ['InvalidBody'] })
    }
    expect(await signIn({ given: password })).toMatchObject({ status: 200 })
  })
})
