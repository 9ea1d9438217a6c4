import { expect, it } from 'vitest'
import { composeMail, type MailFacts } from './mail-texts.ts'
import type { MailKind } from './mails.queries.ts'

const facts: MailFacts = {
  publicUrl: 'https://books.example.org',
  userId: 'b7c0…id',
  email: "o'hara+a&b@example.org",
  name: 'Ada',
  newEmail: 'new=mail#1@example.org',
  token: 'the-token',
  isRepeated: false,
}

const auth = 'https://books.example.org/auth'
const email = "o'hara%2Ba%26b%40example.org"
const links: [MailKind, string | null][] = [
  ['confirm-email', `${auth}/confirm-email?userId=b7c0%E2%80%A6id&token=the-token`],
  ['account-exists', `${auth}/login`],
  ['reset-password', `${auth}/forgot-password?email=${email}&token=the-token`],
  ['set-password', `${auth}/forgot-password?email=${email}&token=the-token`],
  [
    'change-email',
    `${auth}/confirm-change-email?userId=b7c0%E2%80%A6id&newEmail=new%3Dmail%231%40example.org&token=the-token`,
  ],
  ['change-email-notice', null],
  ['invitation', `${auth}/register?invitation=the-token`],
]
const kinds = links.map(([kind]) => kind)

it('says whose password counts, where somebody had registered with the address before', () => {
  expect(composeMail('confirm-email', facts).text).not.toContain('Somebody registered')
  const { text, html } = composeMail('confirm-email', { ...facts, isRepeated: true })
  for (const part of [text, html]) {
    expect(part).toContain('Somebody registered with this address before')
    expect(part).toContain(`${auth}/forgot-password`)
  }
})

/** What a mail program makes of the entities. */
function unescape(html: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return html.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_entity, name: string) => characters[name] as string)
}

function hrefs(html: string): string[] {
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => unescape(href as string))
}

it.each(links)('%s leads to its page, by text and HTML alike', (kind, link) => {
  const mail = composeMail(kind, facts)
  expect(mail.link).toBe(link)
  if (link === null) {
    expect(`${mail.text}${mail.html}`).not.toContain('the-token')
  } else {
    expect(mail.text.split('\n')).toContain(link)
    expect(hrefs(mail.html).filter((href) => href === link)).toHaveLength(2)
    expect(unescape(mail.html)).toContain(`>${link}</a>`)
  }
})

it.each(kinds)('%s leads nowhere else than to this site', (kind) => {
  for (const href of hrefs(composeMail(kind, facts).html)) expect(new URL(href).origin).toBe(facts.publicUrl)
})

it.each([
  ['confirm-email', '24 hours'],
  ['reset-password', 'one hour'],
  ['set-password', '24 hours'],
  ['change-email', '24 hours'],
  ['invitation', 'seven days'],
] as const)('%s says how long its link works', (kind, time) => {
  const { text, html } = composeMail(kind, facts)
  expect(text).toContain(time)
  expect(html).toContain(time)
})

it.each(kinds)('%s says what to do if it was somebody else', (kind) => {
  const { text, html } = composeMail(kind, facts)
  expect(text).toMatch(/If (this was not you|you did not expect this)/)
  expect(html).toMatch(/If (this was not you|you did not expect this)/)
})

it('who is told of an existing account finds the way to a new password, too', () => {
  const { text, html } = composeMail('account-exists', facts)
  expect(text).toContain(`${auth}/forgot-password`)
  expect(hrefs(html)).toContain(`${auth}/forgot-password`)
})

it('the notice of a change names the new address', () => {
  const { text, html } = composeMail('change-email-notice', facts)
  expect(text).toContain(facts.newEmail)
  expect(unescape(html)).toContain(facts.newEmail)
})

it.each(kinds)('%s shows a hostile name as what it is', (kind) => {
  const name = '<img src=x onerror=alert(1)>"&'
  const { text, html } = composeMail(kind, { ...facts, name })
  expect(text).toContain(`Hello ${name},`)
  expect(html).toContain('Hello &lt;img src=x onerror=alert(1)&gt;&quot;&amp;,')
  expect(html).not.toContain('<img')
})

it.each(kinds)('%s keeps a name on its line, and its subject is free of it', (kind) => {
  const name = 'Ada\r\nBcc: all@example.org\u2028\u202egnp'
  const { subject, text } = composeMail(kind, { ...facts, name })
  expect(text).toContain('Hello Ada Bcc: all@example.org gnp,')
  expect(subject).toBe(composeMail(kind, facts).subject)
  expect(subject).toMatch(/^[\w -]+$/)
})

it.each(kinds)('%s greets nobody by name where the name is not to be trusted', (kind) => {
  expect(composeMail(kind, { ...facts, name: null }).text).toMatch(/^Hello,\n/)
})
