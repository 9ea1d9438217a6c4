import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { brokenAddresses } from '../../../resilience/hostile-strings/mail.ts'
import { startMailServer } from './fixtures/mail-server.ts'
import { createTestLog } from './fixtures/mail-site.ts'
import { openMailTransport } from './mail-jobs.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'earmark-test-mail-'))
})
afterEach(async () => await rm(dataDir, { recursive: true, force: true }))

const link = `https://books.example.org/auth/confirm-email?userId=${'1'.repeat(36)}&token=${'x'.repeat(43)}`
const mail = {
  to: 'ada@example.org',
  subject: 'Confirm your e-mail address',
  text: `Héllo,\n\n${link}\n`,
  html: `<p>Héllo, <a href="${link}">here</a></p>`,
  link,
}

function open(smtpUrl: string, mailFrom = 'Earmark <books@example.org>') {
  const { log, logged } = createTestLog()
  return { transport: openMailTransport({ smtpUrl, mailFrom, dataDir }, log), logged }
}

describe('with a mail server', () => {
  it('hands the mail over, text and HTML', async () => {
    await using server = await startMailServer()
    const { transport, logged } = open(server.url)
    await transport.send(mail)
    transport.close()

    const [received] = server.received
    expect(received?.to).toEqual([mail.to])
    expect(received?.mail).toMatchObject({
      from: { name: 'Earmark', address: 'books@example.org' },
      to: [{ name: '', address: mail.to }],
      subject: mail.subject,
    })
    expect(received?.mail.text?.trim()).toBe(mail.text.trim())
    expect(received?.mail.html?.trim()).toBe(mail.html)
    expect(received?.raw).toMatch(/^Content-Type: multipart\/alternative;/m)
    expect(logged).toEqual([])
  })

  it('says that no person wrote it, and numbers it at the sender’s host', async () => {
    await using server = await startMailServer()
    const { transport } = open(server.url)
    await transport.send(mail)
    await transport.send(mail)
    transport.close()

    const [first, second] = server.received.map(({ mail: received }) => received)
    expect(first?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    expect(first?.messageId).toMatch(/^<[^<>@\s]+@example\.org>$/)
    expect(second?.messageId).not.toBe(first?.messageId)
    expect(Date.parse(first?.date ?? '')).not.toBeNaN()
  })

  it.each([
    ['books@example.org', { name: '', address: 'books@example.org' }],
    ['Books, Ltd. <books@example.org>', { name: 'Books, Ltd.', address: 'books@example.org' }],
    ['Bücher <books@example.org>', { name: 'Bücher', address: 'books@example.org' }],
  ])('is sent by %s', async (mailFrom, from) => {
    await using server = await startMailServer()
    const { transport } = open(server.url, mailFrom)
    await transport.send(mail)
    transport.close()
    expect(server.received[0]?.mail.from).toEqual(from)
  })

  it('refuses recipients that are none, or more than one', async () => {
    await using server = await startMailServer()
    const { transport } = open(server.url)
    for (const to of brokenAddresses)
      await expect(transport.send({ ...mail, to })).rejects.toThrow('no address')
    transport.close()
    expect(server.received).toEqual([])
  })

  it('fails with the code of the server’s answer', async () => {
    await using server = await startMailServer({ refusal: () => 451 })
    const { transport } = open(server.url)
    await expect(transport.send(mail)).rejects.toMatchObject({ code: 'EENVELOPE', responseCode: 451 })
    transport.close()
  })

  it('breaks off when it is closed while the server keeps it waiting', async () => {
    const arrived = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const hold = (): Promise<void> => {
      arrived.resolve()
      return held.promise
    }
    await using server = await startMailServer({ hold })
    const { transport } = open(server.url)
    const outcome = transport.send(mail).then(
      () => 'sent',
      () => 'broken off',
    )
    await arrived.promise
    transport.close()
    expect(await outcome).toBe('broken off')
    held.resolve()
    await expect(transport.send(mail)).rejects.toThrow()
  })

  it('closes without having sent anything', () => {
    expect(() => open('smtp://127.0.0.1:1').transport.close()).not.toThrow()
  })
})

describe('without a mail server', () => {
  it('keeps each mail as a whole file that only the operator may read', async () => {
    const { transport } = open('')
    await transport.send(mail)
    await transport.send({ ...mail, to: 'eve@example.org' })

    const outbox = join(dataDir, 'outbox')
    const names = (await readdir(outbox)).sort()
    expect(names).toHaveLength(2)
    expect((await stat(outbox)).mode & 0o777).toBe(0o700)
    const recipients = await Promise.all(
      names.map(async (name) => {
        expect(name).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[\da-f]{8}\.eml$/)
        expect((await stat(join(outbox, name))).mode & 0o777).toBe(0o600)
        const bytes = await readFile(join(outbox, name))
        expect(bytes.toString().replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
        const parsed = await PostalMime.parse(bytes)
        expect(parsed).toMatchObject({ subject: mail.subject, from: { address: 'books@example.org' } })
        expect(parsed.text).toContain(link)
        expect(parsed.html).toContain(`href="${link}"`)
        return parsed.to?.[0]?.address
      }),
    )
    expect(new Set(recipients)).toEqual(new Set(['ada@example.org', 'eve@example.org']))
  })

  it('tells the operator the link, and says nothing where there is none', async () => {
    const { transport, logged } = open('')
    await transport.send(mail)
    await transport.send({ ...mail, link: null })
    expect(logged.map(({ level, msg }) => ({ level, msg }))).toEqual([
      { level: 30, msg: `Mail for ada@example.org: ${link}` },
    ])
  })

  it('refuses recipients that are none, or more than one', async () => {
    const { transport, logged } = open('')
    for (const to of brokenAddresses)
      await expect(transport.send({ ...mail, to })).rejects.toThrow('no address')
    expect(await readdir(dataDir)).toEqual([])
    expect(logged).toEqual([])
  })

  it('fails where the folder cannot be made, and logs no link', async () => {
    await writeFile(join(dataDir, 'outbox'), 'not a folder')
    const { transport, logged } = open('')
    await expect(transport.send(mail)).rejects.toMatchObject({ code: 'EEXIST' })
    expect(logged).toEqual([])
  })
})
