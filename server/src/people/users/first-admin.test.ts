import { readFile, stat } from 'node:fs/promises'
import { login } from '@earmark/contract/auth.ts'
import { isStrongPassword } from '@earmark/contract/passwords.ts'
import { expect, it } from 'vitest'
import { makeUser } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'
import { findEmailToken, issueEmailToken } from '../mail/email-tokens.ts'
import { settleFirstAdmin } from './first-admin.service.ts'
import { findAccountByEmail } from './users.queries.ts'

it('is made once, with a password that only the owner of the server can read', async () => {
  await using server = await startTestServer()
  const admin = await settleFirstAdmin(server.deps)
  expect(admin?.email).toBe('admin@localhost')
  const password = admin?.generatedPassword ?? ''
  expect(isStrongPassword(password)).toBe(true)
  expect(password).toHaveLength(23)
  const kept = await readFile(admin?.file ?? '', 'utf8')
  expect(kept).toContain(`admin@localhost\n${password}\n`)
  expect((await stat(admin?.file ?? '')).mode & 0o777).toBe(0o600)
  await server.call(login, { body: { userName: 'admin@localhost', password } })
  expect(await settleFirstAdmin(server.deps)).toBeNull()
})

it('is the one that the environment names, and no file has its password', async () => {
  await using server = await startTestServer({
    environment: { ADMIN_EMAIL: 'Librarian@example.org', ADMIN_PASSWORD: 'Open-shelves-1' },
  })
  const admin = await settleFirstAdmin(server.deps)
  expect(admin).toMatchObject({ email: 'Librarian@example.org', generatedPassword: null })
  await expect(stat(admin?.file ?? '')).rejects.toMatchObject({ code: 'ENOENT' })
  await server.call(login, { body: { userName: 'librarian@example.org', password: 'Open-shelves-1' } })
})

it('is not made beside an administrator, whatever the environment says', async () => {
  await using server = await startTestServer({ environment: { ADMIN_EMAIL: 'second@example.org' } })
  await makeUser(server, { role: 'Admin' })
  expect(await settleFirstAdmin(server.deps)).toBeNull()
  expect(await findAccountByEmail(server.deps.db.connection, 'second@example.org')).toBeUndefined()
})

it('takes over the account that has the address', async () => {
  await using server = await startTestServer({
    environment: { ADMIN_EMAIL: 'ada@example.org', ADMIN_PASSWORD: 'Open-shelves-1' },
  })
  const before = await makeUser(server, { email: 'ada@example.org', isConfirmed: false })
  const link = { userId: before.id, kind: 'change-email', newEmail: 'eve@example.org' } as const
  const token = await issueEmailToken(server.deps.db.connection, link, server.time.now)
  await settleFirstAdmin(server.deps)
  const mailed = { ...link, token, now: server.time.now }
  expect(await findEmailToken(server.deps.db.connection, mailed)).toBeUndefined()
  const after = await findAccountByEmail(server.deps.db.connection, 'ada@example.org')
  expect(after).toMatchObject({ id: before.id, role: 'Admin', isConfirmed: true })
  await server.call(login, { body: { userName: 'ada@example.org', password: 'Open-shelves-1' } })
})

it('is one, however many nodes start at once', async () => {
  await using server = await startTestServer()
  const made = await Promise.all(Array.from({ length: 4 }, () => settleFirstAdmin(server.deps)))
  expect(made.filter((admin) => admin !== null)).toHaveLength(1)
})
