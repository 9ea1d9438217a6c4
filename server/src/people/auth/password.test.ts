import { randomUUID } from 'node:crypto'
import {
  changePassword,
  confirmEmail,
  forgotPassword,
  login,
  refresh,
  resetPassword,
  revoke,
} from '@earmark/contract/auth.ts'
import { getProfile } from '@earmark/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { anyFailure } from '../../errors.ts'
import { linkIn, makePerson, makeUser, password, signInAs, takeMails } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { createLimits } from '../limits/limits.ts'
import { insertMail } from '../mail/mails.queries.ts'
import { forgotPassword as requestReset } from './registration.service.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const server = await forAllTests(startTestServer())

const newPassword = 'Louder-reading-2'
const isSignedIn = async (headers: Record<string, string>): Promise<boolean> =>
  (await server.attempt(getProfile, {}, headers)).status === 200

describe('signing in', () => {
  it('needs a device id', async () => {
    const { email } = await makeUser(server)
    const body = { userName: email, password }
    const useless: Record<string, string>[] = [{}, { 'x-deviceid': 'mine' }]
    for (const headers of useless) {
      const refused = await server.attempt(login, { body }, headers)
      expect(refused).toMatchObject({ status: 400, codes: ['DeviceIdRequired'] })
    }
  })

  it.each([
    [{}, 400, 'InvalidBody'],
    [{ userName: 'ada@example.org' }, 400, 'InvalidBody'],
    [{ userName: ['a'], password }, 400, 'InvalidBody'],
    [{ userName: '', password: '' }, 401, 'InvalidCredentials'],
    [{ userName: 'ada@example.org\u0000', password }, 401, 'InvalidCredentials'],
    [{ userName: "' or ''='", password: '\u0000' }, 401, 'InvalidCredentials'],
  ])('with %j answers %i %s', async (body, status, code) => {
    expect(await server.attempt(login, { body })).toMatchObject({ status, codes: [code] })
  })

  it('answers alike for an address that nobody has, a wrong password and an account without one', async () => {
    const known = await makeUser(server)
    const bare = await makeUser(server)
    await server.deps.db.connection
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', bare.id)
      .execute()
    const answers = []
    for (const userName of [known.email, bare.email, `${randomUUID()}@example.org`]) {
      answers.push(await server.attempt(login, { body: { userName, password: 'Wrong-password-1' } }))
    }
    expect(answers[0]).toMatchObject({ status: 401, codes: ['InvalidCredentials'] })
    for (const { status, body, headers } of answers) {
      expect({ status, body }).toEqual({ status: 401, body: answers[0]?.body })
      expect(headers['www-authenticate']).toBe('Bearer')
    }
  })

  it('takes the same password however the keyboard writes its accents', async () => {
    const person = await makePerson(server)
    const body = { currentPassword: password, newPassword: 'Caf\u00e9-crème-1' }
    await server.call(changePassword, { body }, person.headers)
    const decomposed = 'Cafe\u0301-cre\u0300me-1'
    const userName = person.account.email
    const pair = await server.call(login, { body: { userName, password: decomposed } })
    expect(pair.accessToken).not.toBe('')
  })
})

describe('changing the password', () => {
  it('needs the present one', async () => {
    const { headers } = await makePerson(server)
    const wrong = { currentPassword: 'Wrong-password-1', newPassword }
    expect(await server.attempt(changePassword, { body: wrong }, headers)).toMatchObject({
      status: 400,
      errors: [{ code: 'PasswordMismatch', field: 'currentPassword' }],
    })
  })

  it('ends every other session and voids links to set one', async () => {
    const here = await makePerson(server)
    const elsewhere = await signInAs(server, here.account)
    await server.call(forgotPassword, { body: { email: here.account.email } })
    const { email = '', token = '' } = linkIn((await takeMails(server, here.account.email))[0])
    await server.call(changePassword, { body: { currentPassword: password, newPassword } }, here.headers)
    expect(await isSignedIn(here.headers)).toBe(true)
    expect(await isSignedIn(elsewhere.headers)).toBe(false)
    expect(await server.attempt(refresh, { body: elsewhere }, elsewhere.headers)).toMatchObject({
      status: 401,
      codes: ['InvalidRefreshToken'],
    })
    expect(await server.attempt(resetPassword, { body: { email, token, newPassword } })).toMatchObject({
      codes: ['InvalidToken'],
    })
    await server.call(login, { body: { userName: email, password: newPassword } })
    expect((await server.attempt(login, { body: { userName: email, password } })).status).toBe(401)
  })
})

it('setting a new password by mail and changing the old one at the same time: one of them counts', async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    const { account, headers } = await makePerson(server)
    await server.call(forgotPassword, { body: { email: account.email } })
    const { email = '', token = '' } = linkIn((await takeMails(server, account.email))[0])
    const [change, reset] = await Promise.all([
      server.attempt(
        changePassword,
        { body: { currentPassword: password, newPassword: 'Changed-1!' } },
        headers,
      ),
      server.attempt(resetPassword, { body: { email, token, newPassword: 'Reset-1!' } }),
    ])
    expect([
      [204, 400],
      [401, 204],
      // The new one had been set before the old one was even looked at.
      [400, 204],
    ]).toContainEqual([change.status, reset.status])
    const valid = change.status === 204 ? 'Changed-1!' : 'Reset-1!'
    await server.call(login, { body: { userName: email, password: valid } })
  }
})

it('revoking ends every session of the account, and of nobody else', async () => {
  const here = await makePerson(server)
  const elsewhere = await signInAs(server, here.account)
  const somebody = await makePerson(server)
  await server.call(revoke, { body: {} }, here.headers)
  expect(await isSignedIn(here.headers)).toBe(false)
  expect(await isSignedIn(elsewhere.headers)).toBe(false)
  expect(await isSignedIn(somebody.headers)).toBe(true)
})

describe('a forgotten password', () => {
  async function resetLink(email: string) {
    await server.call(forgotPassword, { body: { email } })
    const link = linkIn((await takeMails(server, email))[0])
    return { email: link.email ?? '', token: link.token ?? '' }
  }

  it('is set anew by the link in the mail, which ends every session', async () => {
    const person = await makePerson(server)
    const link = await resetLink(person.account.email.toUpperCase())
    await server.call(resetPassword, { body: { ...link, newPassword } })
    expect(await isSignedIn(person.headers)).toBe(false)
    await server.call(login, { body: { userName: person.account.email, password: newPassword } })
    const again = await server.attempt(resetPassword, { body: { ...link, newPassword } })
    expect(again).toMatchObject({ status: 400, codes: ['InvalidToken'] })
  })

  it('confirms the address as well', async () => {
    const { email } = await makeUser(server, { isConfirmed: false })
    await server.call(resetPassword, { body: { ...(await resetLink(email)), newPassword } })
    const pair = await server.call(login, { body: { userName: email, password: newPassword } })
    expect(pair.accessToken).not.toBe('')
  })

  it('answers alike for an address that nobody has, and mails nothing', async () => {
    const email = `${randomUUID()}@example.org`
    expect(await server.attempt(forgotPassword, { body: { email } })).toMatchObject({ status: 204, body: '' })
    expect(await takeMails(server, email)).toEqual([])
  })

  it('leaves the mail that waits where it is while the next one cannot take its place', async () => {
    const { email } = await makeUser(server)
    const { connection } = server.deps.db
    await insertMail(connection, { kind: 'reset-password', email }, server.time.now)
    const failing = { ...server.deps, limits: createLimits(server.deps), clock: () => Number.NaN }
    await expect(requestReset(failing, email, '192.0.2.1', anyFailure)).rejects.toThrow()
    expect(await takeMails(server, email)).toHaveLength(1)
  })

  it('refuses weak passwords without using up the link, and links of others, of another kind or too old', async () => {
    const ada = await makeUser(server)
    const eve = await makeUser(server, { isConfirmed: false })
    const link = await resetLink(ada.email)
    const weak = await server.attempt(resetPassword, { body: { ...link, newPassword: 'weak' } })
    expect(weak.codes).toContain('PasswordTooShort')
    const others = [
      { ...link, email: eve.email },
      { ...link, email: 'nobody' },
      { ...link, token: 'x' },
      { email: link.email },
    ]
    for (const body of others) {
      const refused = await server.attempt(resetPassword, { body: { newPassword, ...body } })
      expect(refused).toMatchObject({ status: 400, codes: ['InvalidToken'] })
    }
    const asConfirmation = await server.attempt(confirmEmail, { body: { userId: ada.id, token: link.token } })
    expect(asConfirmation).toMatchObject({ codes: ['InvalidToken'] })
    server.time.now += 3_600_000 + 1
    const late = await server.attempt(resetPassword, { body: { ...link, newPassword } })
    expect(late).toMatchObject({ codes: ['InvalidToken'] })
  })
})
