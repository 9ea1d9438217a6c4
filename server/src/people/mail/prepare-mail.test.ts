import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '../../testing/engines.ts'
import { findEmailToken } from './email-tokens.ts'
import {
  createTestTransport,
  type MailSite,
  openMailLane,
  openMailSite,
  publicUrl,
  tokenIn,
} from './fixtures/mail-site.ts'
import { isInvitation } from './invitations.ts'
import { insertTestUser } from './fixtures/users.queries.ts'
import type { OutgoingMail } from './outgoing-mail.ts'
import { insertMail, type NewMail } from './mails.queries.ts'

let site: MailSite
beforeEach(async () => {
  site = await openMailSite(await openTestDatabase())
})
afterEach(async () => await site[Symbol.asyncDispose]())

async function sendAll(...queued: NewMail[]): Promise<OutgoingMail[]> {
  for (const mail of queued) await insertMail(site.db.connection, mail, site.time.now)
  const transport = createTestTransport()
  await openMailLane(site.deps, transport).runDue()
  expect(await site.db.connection.selectFrom('jobs').selectAll().execute()).toEqual([])
  return transport.sent
}

const email = 'Ada@Example.org'
const makeUser = (user: { email?: string; name?: string; isConfirmed?: boolean } = {}) =>
  insertTestUser(site.db.connection, { email, ...user })

it.each(['confirm-email', 'account-exists', 'reset-password', 'set-password'] as const)(
  '%s to an unknown address is dropped without a word',
  async (kind) => {
    expect(await sendAll({ kind, email: 'nobody@example.org' })).toEqual([])
    expect(site.logged).toEqual([])
  },
)

it('finds the account however the address is written, and writes to it as its owner does', async () => {
  await makeUser()
  const [mail] = await sendAll({ kind: 'reset-password', email: 'ADA@example.ORG' })
  expect(mail?.to).toBe(email)
  expect(mail?.link).toContain('email=Ada%40Example.org&')
})

it('a confirmation is for the unconfirmed only', async () => {
  const id = await makeUser({ isConfirmed: false })
  await makeUser({ email: 'eve@example.org' })
  const sent = await sendAll(
    { kind: 'confirm-email', email },
    { kind: 'confirm-email', email: 'eve@example.org' },
  )
  expect(sent.map(({ to }) => to)).toEqual([email])
  const token = tokenIn(sent[0]?.link)
  expect(sent[0]?.link).toBe(`${publicUrl}/auth/confirm-email?userId=${id}&token=${token}`)
  const given = { userId: id, kind: 'confirm-email', token, now: site.time.now } as const
  expect(await findEmailToken(site.db.connection, given)).toEqual({ newEmail: null })
})

it('who registers twice is told, or gets a fresh confirmation while unconfirmed', async () => {
  await makeUser()
  await makeUser({ email: 'new@example.org', isConfirmed: false })
  const sent = await sendAll(
    { kind: 'account-exists', email },
    { kind: 'account-exists', email: 'new@example.org' },
  )
  expect(sent.map(({ subject }) => subject)).toEqual([
    'You already have an account',
    'Confirm your e-mail address',
  ])
  expect(sent[0]?.link).toBe(`${publicUrl}/auth/login`)
  expect(tokenIn(sent[1]?.link)).not.toBe('')
})

it.each([
  ['reset-password', 1],
  ['set-password', 24],
] as const)('the link of %s works for %i hours, confirmed or not', async (kind, hours) => {
  const id = await makeUser({ isConfirmed: false })
  const [mail] = await sendAll({ kind, email })
  const given = { userId: id, kind: 'reset-password', token: tokenIn(mail?.link) } as const
  const end = site.time.now + hours * 3_600_000
  expect(await findEmailToken(site.db.connection, { ...given, now: end - 1 })).toBeDefined()
  expect(await findEmailToken(site.db.connection, { ...given, now: end })).toBeUndefined()
})

it('a change of address sends the link to the new and a notice to the old one', async () => {
  const userId = await makeUser()
  const newEmail = 'ada.new@example.org'
  const [mail, notice] = await sendAll(
    { kind: 'change-email', userId, email: newEmail, newEmail },
    { kind: 'change-email-notice', userId, email, newEmail },
  )
  const token = tokenIn(mail?.link)
  expect(mail?.to).toBe(newEmail)
  expect(mail?.link).toBe(
    `${publicUrl}/auth/confirm-change-email?userId=${userId}&newEmail=ada.new%40example.org&token=${token}`,
  )
  const given = { userId, kind: 'change-email', token, now: site.time.now } as const
  expect(await findEmailToken(site.db.connection, given)).toEqual({ newEmail })
  expect(notice).toMatchObject({ to: email, link: null })
  expect(notice?.text).toContain(newEmail)
  expect(`${notice?.text}${notice?.html}`).not.toContain(token)
})

it('a link goes to the new address also when it is another’s, who alone learns so by it, or the user’s own', async () => {
  const userId = await makeUser()
  await makeUser({ email: 'Taken@example.org' })
  for (const newEmail of ['taken@example.org', 'ada@example.org']) {
    const mails = await sendAll({ kind: 'change-email', userId, email: newEmail, newEmail })
    expect(mails.map(({ to }) => to)).toEqual([newEmail])
  }
})

it('an invitation is a link to register for an address, unless that has an account by now', async () => {
  const invitedBy = await makeUser()
  const invitation = { kind: 'invitation', role: 'Editor', invitedBy } as const
  const sent = await sendAll(
    { ...invitation, email: 'Eve@example.org' },
    { ...invitation, email: 'ADA@example.org' },
  )
  expect(sent.map(({ to, text }) => [to, text.split('\n', 1)[0]])).toEqual([['Eve@example.org', 'Hello,']])
  const token = new URL(sent[0]?.link ?? '').searchParams.get('invitation') as string
  const { connection } = site.db
  expect(await isInvitation(connection, token, site.time.now)).toBe(false)
  await connection.updateTable('users').set({ role: 'Admin' }).where('id', '=', invitedBy).execute()
  expect(await isInvitation(connection, token, site.time.now)).toBe(true)
})

it('nothing is sent about a user who has gone', async () => {
  const userId = await makeUser()
  const change = { userId, email, newEmail: 'b@example.org' }
  await insertMail(site.db.connection, { kind: 'change-email', ...change }, site.time.now)
  await insertMail(site.db.connection, { kind: 'change-email-notice', ...change }, site.time.now)
  await site.db.connection.deleteFrom('users').execute()
  expect(await sendAll({ kind: 'reset-password', email })).toEqual([])
})

it('a name is only used where its bearer, or an administrator, is known to have written it', async () => {
  const userId = await makeUser({ name: 'Known' })
  await makeUser({ email: 'other@example.org', name: 'Visit evil.example', isConfirmed: false })
  const change = { userId, email, newEmail: 'b@example.org' }
  const sent = await sendAll(
    { kind: 'account-exists', email },
    { kind: 'reset-password', email },
    { kind: 'change-email-notice', ...change },
    { kind: 'change-email', ...change, email: 'b@example.org' },
    { kind: 'confirm-email', email: 'other@example.org' },
    { kind: 'reset-password', email: 'other@example.org' },
    { kind: 'set-password', email: 'other@example.org' },
  )
  const greetings = sent.map(({ text }) => text.split('\n', 1)[0])
  const known = 'Hello Known,'
  expect(greetings).toEqual([known, known, known, 'Hello,', 'Hello,', 'Hello,', 'Hello Visit evil.example,'])
})

it('of several that wait with the same purpose the newest is sent', async () => {
  const userId = await makeUser({ isConfirmed: false })
  const change = (newEmail: string) => ({ kind: 'change-email', userId, email: newEmail, newEmail }) as const
  const sent = await sendAll(
    { kind: 'confirm-email', email },
    { kind: 'confirm-email', email: 'ADA@example.org' },
    { kind: 'reset-password', email },
    change('a@example.org'),
    change('b@example.org'),
  )
  expect(sent.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
    `${email}: Confirm your e-mail address`,
    `${email}: Choose a new password`,
    'b@example.org: Confirm your new e-mail address',
  ])
})
