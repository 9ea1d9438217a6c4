import { randomUUID } from 'node:crypto'
import { confirmEmail, login, register } from '@earmark/contract/auth.ts'
import { createUser, updateUser } from '@earmark/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { linkIn, makePerson, makeUser, password, takeMails } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { type Account, findAccountByEmail } from '../users/users.queries.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const server = await forAllTests(startTestServer())

const dayMs = 24 * 3_600_000
const newPassword = 'Other-password-1'
const newAddress = () => `${randomUUID()}@example.org`
const account = (email: string) => findAccountByEmail(server.deps.db.connection, email)
const registerAgain = (email: string) =>
  server.call(register, { body: { email, password: newPassword, name: 'Bea' } })

async function registered() {
  const email = newAddress()
  await server.call(register, { body: { email, password, name: 'Ada' } })
  return { email, ...linkIn((await takeMails(server, email))[0]) } as Record<
    'email' | 'userId' | 'token',
    string
  >
}

describe('a registration a day after another with its address', () => {
  it('takes the place of one that nobody confirmed, and in time that of the second', async () => {
    const first = await registered()
    server.time.now += dayMs + 1
    await registerAgain(first.email)
    const { userId = '', token = '' } = linkIn((await takeMails(server, first.email))[0])
    expect(await account(first.email)).toMatchObject({ id: first.userId, name: 'Bea', isConfirmed: false })
    await server.call(register, { body: { email: first.email, password, name: 'Eve' } })
    expect((await account(first.email))?.name).toBe('Bea')
    await takeMails(server, first.email)
    server.time.now += dayMs + 1
    await registerAgain(first.email)
    const late = await server.attempt(confirmEmail, { body: { userId, token } })
    expect(late).toMatchObject({ codes: ['InvalidToken'] })
    const link = linkIn((await takeMails(server, first.email))[0])
    await server.call(confirmEmail, { body: { userId: first.userId, token: link.token ?? '' } })
    await server.call(login, { body: { userName: first.email, password: newPassword } })
    const old = await server.attempt(login, { body: { userName: first.email, password } })
    expect(old).toMatchObject({ status: 401, codes: ['InvalidCredentials'] })
  })

  it.each([
    ['an editor’s invitation', { role: 'Editor', isConfirmed: false }],
    ['a user’s invitation', { role: 'User', isConfirmed: false }],
    ['a confirmed account', { role: 'User', isConfirmed: true }],
  ] as const)('never takes the place of %s', async (_, user) => {
    await expectKept(await makeUser(server, user))
  })

  it('never takes the place of an account that an administrator made with a password', async () => {
    const admin = await makePerson(server, 'Admin')
    const email = newAddress()
    await server.call(createUser, { body: { email, name: 'Ada', newPassword: password } }, admin.headers)
    await expectKept(await account(email))
  })

  it.each([
    ['whose confirmation an administrator took back', true],
    ['that an administrator renamed before it was confirmed', false],
  ])('never takes the place of one %s', async (_, isConfirmed) => {
    const { userId: id, email, token } = await registered()
    if (isConfirmed) await server.call(confirmEmail, { body: { userId: id, token } })
    const admin = await makePerson(server, 'Admin')
    const body = { id, email, name: 'Ada the reader', emailConfirmed: false }
    await server.call(updateUser, { params: { id }, body }, admin.headers)
    await expectKept(await account(email))
  })
})

async function expectKept(before: Account | undefined): Promise<void> {
  if (!before) throw new Error('There is no such account.')
  server.time.now += 2 * dayMs
  await registerAgain(before.email)
  expect(await account(before.email)).toEqual(before)
}
