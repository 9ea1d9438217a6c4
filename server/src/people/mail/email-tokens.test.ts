import { createHash, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { listRows, openTestDatabase } from '../../testing/engines.ts'
import { deleteExpiredEmailTokens } from './email-tokens.queries.ts'
import {
  deleteEmailTokens,
  type EmailTokenKind,
  findEmailToken,
  issueEmailToken,
  takeEmailToken,
} from './email-tokens.ts'
import { insertTestUser } from './fixtures/users.queries.ts'
import { insertMail } from './mails.queries.ts'
import { forAllTests } from '../../testing/for-all-tests.ts'

const db = await forAllTests(openTestDatabase())

const now = Date.UTC(2026, 0, 1)
const hourMs = 3_600_000
const kind = 'reset-password'

const makeUser = () => insertTestUser(db.connection, { email: `${randomUUID()}@example.org` })
const issue = (userId: string, other: { kind?: EmailTokenKind; newEmail?: string; lifeMs?: number } = {}) =>
  issueEmailToken(db.connection, { userId, kind, ...other }, now)
const find = (userId: string, token: string, other: { kind?: EmailTokenKind; now?: number } = {}) =>
  findEmailToken(db.connection, { userId, kind, token, now, ...other })
const take = (userId: string, token: string, other: { kind?: EmailTokenKind; now?: number } = {}) =>
  takeEmailToken(db.connection, { userId, kind, token, now, ...other })

it('works once', async () => {
  const userId = await makeUser()
  const token = await issue(userId)
  expect(await find(userId, token)).toEqual({ newEmail: null })
  expect(await take(userId, token)).toEqual({ newEmail: null })
  expect(await take(userId, token)).toBeUndefined()
  expect(await find(userId, token)).toBeUndefined()
})

it('works for one of several who use it at once', async () => {
  const userId = await makeUser()
  const token = await issue(userId)
  const answers = await Promise.all(Array.from({ length: 5 }, () => take(userId, token)))
  expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1)
})

it('remembers the address that a change is for', async () => {
  const userId = await makeUser()
  const token = await issue(userId, { kind: 'change-email', newEmail: 'New@example.org' })
  expect(await take(userId, token, { kind: 'change-email' })).toEqual({ newEmail: 'New@example.org' })
})

it.each([
  ['confirm-email', undefined, 24 * hourMs],
  ['change-email', undefined, 24 * hourMs],
  ['reset-password', undefined, hourMs],
  ['reset-password', 24 * hourMs, 24 * hourMs],
] as const)('%s (life given: %s) expires after %i ms', async (tokenKind, lifeMs, expectedMs) => {
  const userId = await makeUser()
  const token = await issue(userId, { kind: tokenKind, lifeMs })
  const at = (time: number) => ({ kind: tokenKind, now: time })
  expect(await find(userId, token, at(now + expectedMs - 1))).toBeDefined()
  expect(await find(userId, token, at(now + expectedMs))).toBeUndefined()
  expect(await take(userId, token, at(now + expectedMs))).toBeUndefined()
})

it('is void once there is a newer one of its kind; other kinds and users keep theirs', async () => {
  const [userId, otherId] = [await makeUser(), await makeUser()]
  const older = await issue(userId)
  const otherKind = await issue(userId, { kind: 'confirm-email' })
  const otherUser = await issue(otherId)
  const newer = await issue(userId)
  expect(await find(userId, older)).toBeUndefined()
  expect(await find(userId, newer)).toBeDefined()
  expect(await find(userId, otherKind, { kind: 'confirm-email' })).toBeDefined()
  expect(await find(otherId, otherUser)).toBeDefined()
})

it('of several made at once one works', async () => {
  const userId = await makeUser()
  const tokens = await Promise.all(Array.from({ length: 5 }, () => issue(userId)))
  const found = await Promise.all(tokens.map((token) => find(userId, token)))
  expect(found.filter((answer) => answer !== undefined)).toHaveLength(1)
})

it('is made by the transaction of its caller, or not at all', async () => {
  const userId = await makeUser()
  let token = ''
  const failing = db.connection.transaction().execute(async (transaction) => {
    token = await issueEmailToken(transaction, { userId, kind }, now)
    throw new Error('second thoughts')
  })
  await expect(failing).rejects.toThrow('second thoughts')
  expect(await find(userId, token)).toBeUndefined()
})

it('is refused as a token of another kind or user, and stays valid', async () => {
  const [userId, otherId] = [await makeUser(), await makeUser()]
  const token = await issue(userId)
  expect(await take(userId, token, { kind: 'confirm-email' })).toBeUndefined()
  expect(await take(otherId, token)).toBeUndefined()
  expect(await take(userId, token)).toBeDefined()
})

it.each([
  ['empty', ''],
  ['NUL', '\u0000'],
  ['half a surrogate pair', '\ud800'],
  ['a quote', "' or 1=1 --"],
  ['a megabyte', 'a'.repeat(1024 ** 2)],
])('refuses %s as token and as user', async (_name, garbage) => {
  const userId = await makeUser()
  const token = await issue(userId)
  for (const use of [find, take]) {
    expect(await use(userId, garbage)).toBeUndefined()
    expect(await use(garbage, token)).toBeUndefined()
    expect(await use(`${userId}${garbage}`, `${token}x`)).toBeUndefined()
  }
  await deleteEmailTokens(db.connection, garbage)
  expect(await take(userId, token)).toBeDefined()
})

it('is long, and stored as a hash only: its hash does not open anything', async () => {
  const userId = await makeUser()
  const token = await issue(userId)
  const hash = createHash('sha256').update(token).digest('hex')
  const dump = [...(await listRows(db.connection))].join('\n')
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(dump).toContain(hash)
  expect(dump).not.toContain(token)
  expect(await find(userId, hash)).toBeUndefined()
})

it('all of a user can be voided, and with them a change of address that waits to be mailed', async () => {
  const [userId, otherId] = [await makeUser(), await makeUser()]
  const token = await issue(userId)
  const otherUser = await issue(otherId)
  const change = { userId, email: 'a@example.org', newEmail: 'b@example.org' }
  await insertMail(db.connection, { kind: 'change-email', ...change }, now)
  await insertMail(db.connection, { kind: 'change-email-notice', ...change }, now)
  await deleteEmailTokens(db.connection, userId)
  expect(await find(userId, token)).toBeUndefined()
  expect(await find(otherId, otherUser)).toBeDefined()
  const waiting = await db.connection.selectFrom('jobs').select('subject').execute()
  expect(waiting).toEqual([{ subject: null }])
})

it('expired ones can be swept', async () => {
  const userId = await makeUser()
  await issue(userId)
  const later = await issue(userId, { kind: 'confirm-email' })
  await deleteExpiredEmailTokens(db.connection, now + hourMs)
  const rows = await db.connection
    .selectFrom('email_tokens')
    .where('user_id', '=', userId)
    .selectAll()
    .execute()
  expect(rows).toHaveLength(1)
  expect(await find(userId, later, { kind: 'confirm-email' })).toBeDefined()
})
