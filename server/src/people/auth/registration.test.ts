import { randomUUID } from 'node:crypto'
import { confirmEmail, login, register, resendConfirmEmail } from '@earmark/contract/auth.ts'
import { describe, expect, it } from 'vitest'
import { linkIn, makeUser, password, takeMails } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { findAccountByEmail } from '../users/users.queries.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const server = await forAllTests(startTestServer())

const newAddress = () => `${randomUUID()}@example.org`
const account = (email: string) => findAccountByEmail(server.deps.db.connection, email)

async function registered(email = newAddress()) {
  await server.call(register, { body: { email, password, name: ' Ada ' } })
  const [mail] = await takeMails(server, email)
  const { userId = '', token = '' } = linkIn(mail)
  return { email, userId, token, mail }
}

describe('registering', () => {
  it.each([
    [{ email: 'ada@example.org', name: 'Ada' }, ['PasswordTooShort']],
    [{ email: 'ada@example.org', password: 'Abc1!', name: 'Ada' }, ['PasswordTooShort']],
    [[], ['InvalidBody']],
  ])('with %j answers 400 %j and changes nothing', async (body, codes) => {
    const refused = await server.attempt(register, { body })
    expect(refused).toMatchObject({ status: 400, codes })
    expect(refused.headers['cache-control']).toBe('no-store')
    expect(await account('ada@example.org')).toBeUndefined()
    expect(await takeMails(server, 'ada@example.org')).toEqual([])
  })

  it('adds an account that waits for its address to be confirmed', async () => {
    const { email, userId, mail } = await registered()
    expect(mail?.subject).toMatch(/confirm/i)
    expect(await account(email)).toMatchObject({ id: userId, name: 'Ada', role: 'User', isConfirmed: false })
    const body = { userName: email, password }
    expect(await server.attempt(login, { body })).toMatchObject({ status: 401, codes: ['EmailNotConfirmed'] })
    const wrong = { userName: email, password: 'Wrong-password-1' }
    expect(await server.attempt(login, { body: wrong })).toMatchObject({ codes: ['InvalidCredentials'] })
  })

  it('keeps an address as it was typed and compares it without case', async () => {
    const { email } = await registered(`Ada.${randomUUID()}@Example.ORG`)
    expect((await account(email.toLowerCase()))?.email).toBe(email)
    await server.call(register, { body: { email: email.toUpperCase(), password, name: 'Eve' } })
    expect((await account(email))?.name).toBe('Ada')
  })

  it('with an address that has an account answers alike, changes nothing and tells its owner', async () => {
    const owner = await makeUser(server)
    const known = await server.attempt(register, {
      body: { email: owner.email, password: 'Other-password-1', name: 'Eve' },
    })
    const unknown = await server.attempt(register, {
      body: { email: newAddress(), password: 'Other-password-1', name: 'Eve' },
    })
    expect(known).toMatchObject({ status: 204, body: '' })
    expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers))
    expect(await account(owner.email)).toEqual(owner)
    const [notice, ...more] = await takeMails(server, owner.email)
    expect(more).toEqual([])
    expect(notice?.text).toMatch(/already/)
    expect(notice?.text).not.toMatch(/token=/)
  })

  it('again before the address was confirmed brings a fresh confirmation, which voids the first', async () => {
    const first = await registered()
    await server.call(register, { body: { email: first.email, password: 'Other-password-1', name: 'Eve' } })
    const { token = '', userId = '' } = linkIn((await takeMails(server, first.email))[0])
    expect(userId).toBe(first.userId)
    expect(await server.attempt(confirmEmail, { body: first })).toMatchObject({ codes: ['InvalidToken'] })
    await server.call(confirmEmail, { body: { userId, token } })
    await server.call(login, { body: { userName: first.email, password } })
  })

  it('many times at once with one address adds one account', async () => {
    const email = newAddress()
    const body = { email, password, name: 'Ada' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => server.attempt(register, { body })))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(204))
    expect(await account(email)).toBeDefined()
  })
})

describe('confirming an address', () => {
  it('lets its owner sign in, once', async () => {
    const { email, userId, token } = await registered()
    await server.call(confirmEmail, { body: { userId, token } })
    expect((await account(email))?.isConfirmed).toBe(true)
    const again = await server.attempt(confirmEmail, { body: { userId, token } })
    expect(again).toMatchObject({ status: 400, codes: ['InvalidToken'] })
    const pair = await server.call(login, { body: { userName: email.toUpperCase(), password } })
    expect(Object.keys(pair)).toEqual(['accessToken', 'refreshToken'])
  })

  it.each([
    ['nothing', {}],
    ['no token', { userId: randomUUID() }],
    ['a token of nobody', { userId: randomUUID(), token: 'x'.repeat(43) }],
    ['an id that is none', { userId: "' or 1=1 --", token: '\u0000' }],
  ])('refuses %s', async (_what, body) => {
    expect(await server.attempt(confirmEmail, { body })).toMatchObject({
      status: 400,
      codes: ['InvalidToken'],
    })
  })

  it('refuses a token of somebody else, and one that is a day old', async () => {
    const ada = await registered()
    const eve = await registered()
    const crossed = { userId: eve.userId, token: ada.token }
    expect(await server.attempt(confirmEmail, { body: crossed })).toMatchObject({ codes: ['InvalidToken'] })
    server.time.now += 24 * 3_600_000 + 1
    expect(await server.attempt(confirmEmail, { body: ada })).toMatchObject({ codes: ['InvalidToken'] })
  })
})

describe('asking for the confirmation again', () => {
  it('brings a new link, which voids the older one', async () => {
    const first = await registered()
    await server.call(resendConfirmEmail, { body: { email: first.email } })
    const { userId = '', token = '' } = linkIn((await takeMails(server, first.email))[0])
    expect(await server.attempt(confirmEmail, { body: first })).toMatchObject({ codes: ['InvalidToken'] })
    await server.call(confirmEmail, { body: { userId, token } })
  })

  it('answers alike for an address that nobody has or that is confirmed, and mails nothing', async () => {
    const confirmed = await makeUser(server)
    for (const email of [confirmed.email, newAddress()]) {
      const answer = await server.attempt(resendConfirmEmail, { body: { email } })
      expect(answer).toMatchObject({ status: 204, body: '' })
      expect(await takeMails(server, email)).toEqual([])
    }
  })
})
