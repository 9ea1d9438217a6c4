import { randomUUID } from 'node:crypto'
import { domainToUnicode } from 'node:url'
import { changeEmail, forgotPassword, register, resendConfirmEmail } from '@earmark/contract/auth.ts'
import { createUser, updateProfile } from '@earmark/contract/users.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { startMailServer, type TestMailServer } from '../../src/people/mail/fixtures/mail-server.ts'
import { composeMail, type MailContent, type MailFacts } from '../../src/people/mail/mail-texts.ts'
import { insertMail, type MailKind, mailJob } from '../../src/people/mail/mails.queries.ts'
import { makePerson, password } from '../../src/testing/people.ts'
import { startTestServer } from '../../src/testing/server.ts'
import { brokenAddresses, brokenNames, oddAddresses, oddNames } from '../hostile-strings/mail.ts'
import { forAllTests } from '../../src/testing/for-all-tests.ts'

/** Whatever people call themselves and their addresses, a mail has the one recipient, our headers and our text. */

const mailServer = await forAllTests(startMailServer())
const server = await forAllTests(startTestServer({ environment: { SMTP_URL: mailServer.url } }))
const admin = await makePerson(server, 'Admin')
beforeEach(() => void mailServer.received.splice(0))

type Received = TestMailServer['received'][number]

async function receivedMails(): Promise<Received[]> {
  await server.deps.jobs.runDue(mailJob)
  return mailServer.received.splice(0)
}

const ourHeaders = 'auto-submitted content-type date from message-id mime-version subject to'.split(' ')

/** The headers of the whole message, by name, each on one line. */
function headersOf({ raw }: Received): Map<string, string> {
  const lines = raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n')
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.replace(/^[^:]*: */, ''),
  ])
  expect(new Set(headers.map(([name]) => name)).size).toBe(headers.length)
  return new Map(headers as [string, string][])
}

const withoutToken = (text = '') =>
  text
    .replaceAll(/token=[\w-]{43}/g, 'token=')
    .replaceAll('\r\n', '\n')
    .trim()

/** As the mail server tells its recipients: hosts have no case, and may be written in letters of any script. */
function asRead(address: string): string {
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + domainToUnicode(address.slice(at))
}

function expectWhole(received: Received | undefined, to: string, content: MailContent): void {
  const mail = received as Received
  expect(mail.to).toEqual([asRead(to)])
  const headers = headersOf(mail)
  expect([...headers.keys()].toSorted()).toEqual(ourHeaders)
  expect(headers.get('to')?.toLowerCase()).toBe(to.toLowerCase())
  expect(headers.get('subject')).toBe(content.subject)
  expect(headers.get('from')).toBe('Earmark <earmark@localhost>')
  expect(withoutToken(mail.mail.text)).toBe(withoutToken(content.text))
  expect(withoutToken(mail.mail.html)).toBe(withoutToken(content.html))
}

const facts: MailFacts = {
  publicUrl: 'http://localhost:3000',
  userId: '',
  email: '',
  name: null,
  newEmail: '',
  token: '',
  isRepeated: false,
}

/** An administrator's invitation, which greets by name. */
async function invite(email: string, name: string) {
  return await server.attempt(createUser, { body: { email, name } }, admin.headers)
}

describe('a name', () => {
  it.each(oddNames)('such as %j stands in its line of the text', async (name) => {
    const email = `${randomUUID()}@example.org`
    expect((await invite(email, name)).status).toBe(201)
    const [mail, ...others] = await receivedMails()
    expect(others).toEqual([])
    expectWhole(mail, email, composeMail('set-password', { ...facts, email, name: name.trim() }))
    expect(withoutToken(mail?.mail.text).split('\n', 1)[0]).toMatch(/^Hello .*,$/)
  })

  it.each(brokenNames)('such as %j is none', async (name) => {
    const email = `${randomUUID()}@example.org`
    const refused = [
      await invite(email, name),
      await server.attempt(register, { body: { email, password, name } }),
      await server.attempt(updateProfile, { body: { id: admin.account.id, name } }, admin.headers),
    ]
    expect(refused.map(({ status, codes }) => [status, ...codes])).toEqual([
      [400, 'InvalidBody'],
      [400, 'InvalidBody'],
      [400, 'InvalidBody'],
    ])
    expect(await receivedMails()).toEqual([])
  })
})

describe('an address', () => {
  it.each(oddAddresses)('such as %j is the one that gets the mail', async (email) => {
    const { status, body } = await invite(email, 'Ada')
    expect(status).toBe(201)
    const [mail, ...others] = await receivedMails()
    expect(others).toEqual([])
    expectWhole(mail, email, composeMail('set-password', { ...facts, email, name: 'Ada' }))

    const { id: userId } = JSON.parse(body) as { id: string }
    const newEmail = `1${email}`.slice(email.indexOf('@') === 64 ? 1 : 0)
    for (const kind of ['change-email', 'change-email-notice'] as const satisfies MailKind[]) {
      const to = kind === 'change-email' ? newEmail : email
      await insertMail(server.deps.db.connection, { kind, userId, email: to, newEmail }, server.time.now)
      const [told] = await receivedMails()
      expectWhole(told, to, composeMail(kind, { ...facts, userId, email, newEmail }))
    }
  })

  it.each(brokenAddresses)('such as %j is none', async (email) => {
    const refused = [
      await invite(email, 'Ada'),
      await server.attempt(register, { body: { email, password, name: 'Ada' } }),
      await server.attempt(resendConfirmEmail, { body: { email } }),
      await server.attempt(forgotPassword, { body: { email } }),
      await server.attempt(changeEmail, { body: { password, newEmail: email } }, admin.headers),
    ]
    for (const { status, codes } of refused) expect([status, codes]).toEqual([400, ['InvalidEmail']])
    expect(await receivedMails()).toEqual([])
  })
})
