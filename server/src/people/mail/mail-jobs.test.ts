import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DatabaseAwayError } from '../../db/engine/database-errors.ts'
import { openTestDatabase, listRows } from '../../testing/engines.ts'
import { findEmailToken } from './email-tokens.ts'
import { startMailServer } from './fixtures/mail-server.ts'
import {
  createTestTransport,
  type MailSite,
  openMailLane,
  openMailSite,
  tokenIn,
} from './fixtures/mail-site.ts'
import { insertTestUser } from './fixtures/users.queries.ts'
import { insertMail } from './mails.queries.ts'

let site: MailSite
let userId: string
const email = 'ada@example.org'
beforeEach(async () => {
  site = await openMailSite(await openTestDatabase())
  userId = await insertTestUser(site.db.connection, { email })
})
afterEach(async () => await site[Symbol.asyncDispose]())

const queueMail = (at = site.time.now) =>
  insertMail(site.db.connection, { kind: 'reset-password', email }, at)
const waiting = () =>
  site.db.connection.selectFrom('jobs').select(['due_at', 'attempts']).orderBy('id').execute()

it('sends what is due over the mail server, and forgets it', async () => {
  await using server = await startMailServer()
  const lane = openMailLane(site.deps, site.openTransport(server.url))
  await queueMail()
  await lane.runDue()
  await lane.stop()

  expect(server.received).toHaveLength(1)
  const { mail, to } = server.received[0] as (typeof server.received)[number]
  expect(to).toEqual([email])
  const link = /https:\/\/books\.example\.org\/auth\/forgot-password\?\S+/.exec(mail.text ?? '')?.[0]
  expect(mail.html).toContain(link?.replaceAll('&', '&amp;'))
  const given = { userId, kind: 'reset-password', token: tokenIn(link), now: site.time.now } as const
  expect(await findEmailToken(site.db.connection, given)).toBeDefined()
  expect(await waiting()).toEqual([])
  expect(site.logged).toEqual([])
})

it('keeps a mail while the mail server is away, and sends it once that is back', async () => {
  const away = await startMailServer()
  await away.stop()
  const lane = openMailLane(site.deps, site.openTransport(away.url))
  await queueMail()
  await lane.runDue()
  expect(await waiting()).toEqual([{ due_at: site.time.now + 5_000, attempts: 1 }])
  expect(site.logged).toMatchObject([
    { level: 40, mail: { kind: 'reset-password', attempts: 1 }, code: 'ESOCKET' },
  ])

  await using server = await startMailServer({ port: away.port })
  await lane.runDue()
  expect(server.received).toHaveLength(0)
  site.time.now += 5_000
  await lane.runDue()
  expect(server.received).toHaveLength(1)
  expect(await waiting()).toEqual([])
  await lane.stop()
})

it('tries again when the mail server has no time', async () => {
  const answers = [451, 452]
  await using server = await startMailServer({ refusal: () => answers.shift() })
  const lane = openMailLane(site.deps, site.openTransport(server.url))
  await queueMail()
  await lane.runDue()
  site.time.now += 10_000
  await lane.runDue()
  expect(site.logged.map(({ responseCode }) => responseCode)).toEqual([451, 452])
  site.time.now += 30_000
  await lane.runDue()
  await lane.stop()
  expect(server.received).toHaveLength(1)
  expect(await waiting()).toEqual([])
})

it('tries after growing pauses, gives up after five days, and never logs an address or a token', async () => {
  const transport = createTestTransport(async ({ to, link }) => {
    throw Object.assign(new Error(`550 no ${to} ${link}`), {
      code: 'EENVELOPE',
      responseCode: 550,
      response: to,
    })
  })
  const lane = openMailLane(site.deps, transport)
  const begin = site.time.now
  await queueMail()
  const pausesMs: number[] = []
  for (;;) {
    await lane.runDue()
    const [mail] = await waiting()
    if (!mail) break
    pausesMs.push(mail.due_at - site.time.now)
    site.time.now = mail.due_at
  }
  const minuteMs = 60_000
  const first = [10_000, 30_000, minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs, 60 * minuteMs]
  expect(pausesMs.slice(0, 7)).toEqual(first)
  expect((site.time.now - begin) / (24 * 60 * minuteMs)).toBeCloseTo(5, 1)
  expect(transport.sent).toHaveLength(pausesMs.length + 1)

  const last = site.logged.pop()
  expect(last).toMatchObject({
    level: 50,
    mail: { kind: 'reset-password' },
    code: 'EENVELOPE',
    responseCode: 550,
  })
  expect(last?.msg).toMatch(/^The reset-password mail \d+ could not be sent for five days/)
  expect(site.logged).toHaveLength(pausesMs.length)
  const log = JSON.stringify([...site.logged, last])
  expect(log).not.toContain(email)
  for (const { link } of transport.sent) expect(log).not.toContain(tokenIn(link))
})

it('never leaves a usable token in the database, be the mail queued, failed or sent', async () => {
  let isDown = true
  const transport = createTestTransport(async () => {
    if (isDown) throw new Error('down')
  })
  const lane = openMailLane(site.deps, transport)
  await queueMail()
  expect(await site.db.connection.selectFrom('email_tokens').selectAll().execute()).toEqual([])
  for (isDown of [true, true, false]) {
    await lane.runDue()
    site.time.now += 30_000
  }
  const tokens = transport.sent.map(({ link }) => tokenIn(link))
  expect(new Set(tokens).size).toBe(3)
  const dump = [...(await listRows(site.db.connection))].join('\n')
  for (const token of tokens) expect(dump).not.toContain(token)
  const isStored = (token: string) => dump.includes(createHash('sha256').update(token).digest('hex'))
  expect(tokens.map(isStored)).toEqual([false, false, true])
})

it('outlives a database that is away', async () => {
  let isAway = true
  const db = {
    get connection() {
      if (isAway) throw new DatabaseAwayError(new Error('ECONNREFUSED'))
      return site.db.connection
    },
  }
  const transport = createTestTransport()
  const lane = openMailLane({ ...site.deps, db }, transport)
  await queueMail()
  await lane.runDue()
  expect(site.logged).toMatchObject([{ level: 40 }])
  isAway = false
  await lane.runDue()
  expect(transport.sent).toHaveLength(1)
})

it('asks a mail server that is away every five seconds, for one mail, and sends all once it is back', async () => {
  await insertTestUser(site.db.connection, { email: 'bob@example.org' })
  let isAway = true
  const transport = createTestTransport(async () => {
    if (isAway) throw Object.assign(new Error('away'), { code: 'ECONNECTION' })
  })
  const lane = openMailLane(site.deps, transport)
  await queueMail()
  await insertMail(site.db.connection, { kind: 'reset-password', email: 'bob@example.org' }, site.time.now)
  for (let tries = 1; tries <= 6; tries += 1) {
    await lane.runDue()
    expect(transport.sent).toHaveLength(tries)
    site.time.now += 5_000
  }
  isAway = false
  await lane.runDue()
  expect(await waiting()).toEqual([])
  await lane.stop()
})

it('goes on when the clock is put back a day, or forward a year', async () => {
  let isDown = true
  const transport = createTestTransport(async () => {
    if (isDown) throw Object.assign(new Error('no'), { responseCode: 451 })
  })
  const lane = openMailLane(site.deps, transport)
  await queueMail()
  await lane.runDue()
  const dayMs = 24 * 3_600_000
  for (const jumpMs of [365 * dayMs, -366 * dayMs]) {
    site.time.now += jumpMs
    await lane.runDue()
    expect(await waiting()).toHaveLength(1)
  }
  expect(transport.sent).toHaveLength(3)
  isDown = false
  site.time.now += 3_600_000
  await lane.runDue()
  expect(await waiting()).toEqual([])
})
