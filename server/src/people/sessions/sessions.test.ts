import { randomUUID } from 'node:crypto'
import { logout, revoke } from '@earmark/contract/auth.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { openDatabase } from '../../db/database.ts'
import { makePerson, type Person, signInAs } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { deleteAccount, updateAccount } from '../users/users.queries.ts'
import { claimsOf, expectEnded, expectLiving, refreshed, tryRefresh } from './testing/bearers.ts'
import { createViewerFinder } from './viewer.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const server = await forAllTests(startTestServer())

async function rowsOf({ account }: Person) {
  const { connection } = server.deps.db
  return await connection.selectFrom('sessions').selectAll().where('user_id', '=', account.id).execute()
}

describe('fifty refreshes at once', () => {
  async function expectOneSession(ada: Person, servers: { app: FastifyInstance }[]): Promise<void> {
    const requests = Array.from({ length: 50 }, (_, number) =>
      tryRefresh(servers[number % servers.length] ?? server, ada),
    )
    const answers = await Promise.all(requests)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const tokens = [...new Set(answers.map(({ pair }) => pair?.refreshToken))]
    expect(tokens).toHaveLength(1)
    const refreshToken = tokens[0] as string
    expect(refreshToken).not.toBe(ada.refreshToken)
    const next = await refreshed(server, { ...ada, refreshToken })
    await expectLiving(server, next)
    expect(await rowsOf(ada)).toHaveLength(1)
  }

  it('leave one session that goes on', async () => {
    await expectOneSession(await makePerson(server), [server])
  })

  it('leave one session that goes on when two servers share the database', async () => {
    const { config } = server.deps
    await using cleanup = new AsyncDisposableStack()
    const db = await openDatabase(config.databaseUrl, config.dataDir)
    cleanup.defer(() => db.close())
    const app = await buildApp({ ...server.deps, db }, { webFolder: null })
    cleanup.defer(() => app.close())
    await expectOneSession(await makePerson(server), [server, { app }])
  })

  it('of which one comes from elsewhere leave none', async () => {
    const ada = await makePerson(server)
    const owners = Array.from({ length: 49 }, () => tryRefresh(server, ada))
    const [stolen, ...answers] = await Promise.all([
      tryRefresh(server, { ...ada, deviceId: randomUUID() }),
      ...owners,
    ])
    expect(stolen.status).toBe(401)
    for (const { status } of answers) expect([200, 401]).toContain(status)
    expect(await rowsOf(ada)).toEqual([])
  })

  it('with a sign-out among them leave none', async () => {
    const ada = await makePerson(server)
    const refreshes = Array.from({ length: 49 }, () => tryRefresh(server, ada))
    const [{ status }] = await Promise.all([server.attempt(logout, { body: {} }, ada.headers), ...refreshes])
    expect(status).toBe(204)
    expect(await rowsOf(ada)).toEqual([])
  })
})

describe('a session', () => {
  const endings: [string, (person: Person) => Promise<unknown>][] = [
    ['its account is deleted', ({ account }) => deleteAccount(server.deps.db.connection, account.id)],
    ['its account is not confirmed any more', ({ account }) => unconfirm(account.id)],
    ['it is signed out', ({ headers }) => server.call(logout, { body: {} }, headers)],
    ['it is revoked', ({ headers }) => server.call(revoke, { body: {} }, headers)],
  ]

  async function unconfirm(id: string): Promise<void> {
    const { connection } = server.deps.db
    await connection.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', id).execute()
  }

  it.each(endings)('is over with the next request when %s', async (_, end) => {
    const ada = await makePerson(server)
    await expectLiving(server, ada)
    await end(ada)
    await expectEnded(server, ada)
  })

  it('is over when its time is, whatever its access token says', async () => {
    const ada = await makePerson(server)
    const { connection } = server.deps.db
    const ending = connection.updateTable('sessions').set({ expires_at: server.time.now })
    await ending.where('user_id', '=', ada.account.id).execute()
    await expectEnded(server, ada)
  })

  it.each(endings)('does not go on by a refresh that comes while %s', async (_, end) => {
    const ada = await makePerson(server)
    const [answer] = await Promise.all([tryRefresh(server, ada), end(ada)])
    expect([200, 401]).toContain(answer.status)
    await expectEnded(server, { ...ada, ...answer.pair })
  })

  it('gives its bearer the role that the account has now, whatever the token says', async () => {
    const ada = await makePerson(server, 'User')
    const findViewer = createViewerFinder(server.deps)
    const roleNow = async ({ headers }: Person) => (await findViewer({ headers } as FastifyRequest))?.role
    expect(await roleNow(ada)).toBe('User')
    for (const role of ['Admin', 'Editor', 'User'] as const) {
      await updateAccount(server.deps.db.connection, ada.account.id, { role }, server.time.now)
      expect(await roleNow(ada)).toBe(role)
      expect(claimsOf(ada)['role']).toBe('User')
    }
  })

  it('gives its next access token the role that the account has now', async () => {
    const ada = await makePerson(server, 'Admin')
    await updateAccount(server.deps.db.connection, ada.account.id, { role: 'Editor' }, server.time.now)
    expect(claimsOf(ada)['role']).toBe('Admin')
    expect(claimsOf(await refreshed(server, ada))['role']).toBe('Editor')
  })

  it('can be had by several devices, and each ends its own', async () => {
    const ada = await makePerson(server)
    const onPhone = await signInAs(server, ada.account)
    await server.call(logout, { body: {} }, ada.headers)
    await expectEnded(server, ada)
    await expectLiving(server, await refreshed(server, onPhone))
  })
})

describe('signing out', () => {
  it('ends the session when the access token has expired', async () => {
    const ada = await makePerson(server)
    server.time.now += 20 * 24 * 3600 * 1000
    await server.call(logout, { body: {} }, ada.headers)
    await expectEnded(server, ada)
    expect(await rowsOf(ada)).toEqual([])
  })

  it('succeeds again', async () => {
    const ada = await makePerson(server)
    for (let turn = 0; turn < 2; turn += 1) await server.call(logout, { body: {} }, ada.headers)
    await expectEnded(server, ada)
  })

  it('succeeds without a token or with one that is none of ours, and ends nothing', async () => {
    const ada = await makePerson(server)
    const [header, , signature] = ada.accessToken.split('.')
    const claims = Buffer.from(JSON.stringify({ ...claimsOf(ada), iat: 1 })).toString('base64url')
    for (const authorization of [
      ...['', 'Bearer', 'Bearer garbage', `Basic ${ada.accessToken}`, `Bearer ${ada.refreshToken}`],
      `Bearer ${header}.${claims}.${signature}`,
    ]) {
      await server.call(logout, { body: {} }, { authorization })
    }
    await server.call(logout, { body: {} }, {})
    await expectLiving(server, await refreshed(server, ada))
  })
})
