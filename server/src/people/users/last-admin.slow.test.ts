import { randomUUID } from 'node:crypto'
import { deleteAccount, login } from '@earmark/contract/auth.ts'
import { deleteUser, getProfile, getUser, pageUsers, updateUser } from '@earmark/contract/users.ts'
import { pagedQuery } from '@earmark/contract/paging.ts'
import { describe, expect, it } from 'vitest'
import { makePerson, makeUser, type Person, password } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { hasAdmin } from './admins.queries.ts'
import type { Account } from './users.queries.ts'

type Leave = (
  server: TestServer,
  by: Person,
  account: Account,
) => Promise<{ status: number; codes: readonly string[] }>

const remove: Leave = async (server, by, { id }) =>
  await server.attempt(deleteUser, { params: { id } }, by.headers)

const change =
  (changes: object): Leave =>
  async (server, by, { id, email, name }) =>
    await server.attempt(updateUser, { params: { id }, body: { id, email, name, ...changes } }, by.headers)

/** All the ways in which an administrator ceases to be one. */
const ways: [string, Leave][] = [
  ['deleted', remove],
  ['made a user', change({ role: 'User' })],
  ['made an editor', change({ role: 'Editor', emailConfirmed: true })],
  ['asked to confirm the address anew', change({ emailConfirmed: false })],
]

describe('the only administrator', () => {
  it.each(ways)('is not %s', async (_way, leave) => {
    await using server = await startTestServer()
    const admin = await makePerson(server, 'Admin')
    await makePerson(server, 'Editor')
    // Who cannot sign in could not help.
    const unconfirmed = await makeUser(server, { role: 'Admin', isConfirmed: false })
    const refused = await leave(server, admin, admin.account)
    expect(refused).toMatchObject({ status: 409, codes: ['LastAdmin'] })
    const found = await server.call(getUser, { params: { id: admin.account.id } }, admin.headers)
    expect(found).toMatchObject({ role: 'Admin', emailConfirmed: true, name: 'Ada' })
    // Nor does it take two to let go of one who does not count.
    expect((await leave(server, admin, unconfirmed)).status).toBeLessThan(300)
  })

  it('may change everything else of the own account', async () => {
    await using server = await startTestServer()
    const admin = await makePerson(server, 'Admin')
    const changes = { name: 'Grace', email: 'grace@example.org', role: 'Admin', emailConfirmed: true }
    expect(await change(changes)(server, admin, admin.account)).toMatchObject({ status: 200 })
    expect(await server.attempt(getProfile, {}, admin.headers)).toMatchObject({ status: 200 })
  })

  it.each(ways)('stays when the last two are %s at once, each by the other', async (_way, leave) => {
    await using server = await startTestServer()
    for (let round = 0; round < 3; round += 1) {
      const { connection } = server.deps.db
      await connection.updateTable('users').set({ role: 'User' }).execute()
      const [one, other] = [await makePerson(server, 'Admin'), await makePerson(server, 'Admin')]
      const answers = await Promise.all([
        leave(server, one, other.account),
        leave(server, other, one.account),
      ])
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
      expect(await hasAdmin(connection)).toBe(true)
    }
  })

  it('stays when the last two leave in different ways at once, themselves or by the other', async () => {
    await using server = await startTestServer()
    const { connection } = server.deps.db
    const body = { password }
    for (const [, leave] of ways) {
      await connection.updateTable('users').set({ role: 'User' }).execute()
      const [one, other] = [await makePerson(server, 'Admin'), await makePerson(server, 'Admin')]
      const answers = await Promise.all([
        leave(server, one, one.account),
        server.attempt(deleteAccount, { body }, other.headers),
        leave(server, one, other.account),
        leave(server, other, one.account),
      ])
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
      expect(await hasAdmin(connection)).toBe(true)
    }
  })
})

describe('deleting a user', () => {
  it('is of users that there are', async () => {
    await using server = await startTestServer()
    const admin = await makePerson(server, 'Admin')
    for (const unknown of ['1', 'nobody', 'a\u0000', randomUUID()]) {
      const refused = await server.attempt(deleteUser, { params: { id: unknown } }, admin.headers)
      expect(refused).toMatchObject({ status: 404, codes: ['NotFound'] })
    }
  })

  it('takes sessions and everything else along, once', async () => {
    await using server = await startTestServer()
    const [admin, person] = [await makePerson(server, 'Admin'), await makePerson(server)]
    const { email } = person.account
    const answers = await Promise.all([1, 2].map(() => remove(server, admin, person.account)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404])
    expect(await server.attempt(getProfile, {}, person.headers)).toMatchObject({ status: 401 })
    const signIn = await server.attempt(login, { body: { userName: email, password } })
    expect(signIn.codes).toEqual(['InvalidCredentials'])
    const querystring = pagedQuery<'id'>({ search: email })
    expect(await server.call(pageUsers, { querystring }, admin.headers)).toMatchObject({ totalCount: 0 })
    await makeUser(server, { email })
  })

  it('may be of oneself, as long as another administrator stays', async () => {
    await using server = await startTestServer()
    const [admin] = [await makePerson(server, 'Admin'), await makePerson(server, 'Admin')]
    expect(await remove(server, admin, admin.account)).toMatchObject({ status: 204 })
    expect(await server.attempt(getProfile, {}, admin.headers)).toMatchObject({ status: 401 })
  })
})
