import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { createTestTransport, type MailSite, openMailSite } from './fixtures/mail-site.ts'
import { insertTestUser } from './fixtures/users.queries.ts'
import { createMailQueue } from './mail-queue.ts'
import { insertMail } from './mails.queries.ts'

let site: MailSite
const email = 'ada@example.org'
beforeEach(async () => {
  site = await openMailSite(await openTestDatabase())
  await insertTestUser(site.db.connection, { email })
})
afterEach(async () => await site[Symbol.asyncDispose]())

const queueMail = (at = site.time.now) =>
  insertMail(site.db.connection, { kind: 'reset-password', email }, at)
const waiting = () =>
  site.db.connection.selectFrom('mails').select(['due_at', 'attempts']).orderBy('id').execute()

it('gives what a dead node had begun to another, after the lease', async () => {
  const never = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const dead = createTestTransport(() => {
    begun.resolve()
    return never.promise
  })
  await queueMail()
  const dying = createMailQueue(site.deps, dead).deliverDue()
  await begun.promise

  const transport = createTestTransport()
  const queue = createMailQueue(site.deps, transport)
  await queue.deliverDue()
  expect(transport.sent).toEqual([])
  site.time.now += 2 * 60_000
  await queue.deliverDue()
  expect(transport.sent).toHaveLength(1)
  never.reject(new Error('late'))
  await dying
  expect(await waiting()).toEqual([])
})

it('does not put off what another node has taken over', async () => {
  const late = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const nodes = late.map(({ promise }, node) =>
    createMailQueue(
      site.deps,
      createTestTransport(() => {
        begun[node]?.resolve()
        return promise
      }),
    ),
  )
  await queueMail()
  const first = nodes[0]?.deliverDue()
  await begun[0]?.promise
  site.time.now += 2 * 60_000
  const second = nodes[1]?.deliverDue()
  await begun[1]?.promise
  late[0]?.reject(new Error('late'))
  await first
  expect(await waiting()).toEqual([{ due_at: site.time.now + 2 * 60_000, attempts: 2 }])
  late[1]?.resolve()
  await second
  expect(await waiting()).toEqual([])
})

it('sends each mail once when several nodes look at one database', async () => {
  const emails = Array.from({ length: 20 }, (_, index) => `user-${index}@example.org`)
  for (const address of emails) {
    await insertTestUser(site.db.connection, { email: address })
    await insertMail(site.db.connection, { kind: 'reset-password', email: address }, site.time.now)
  }
  const transports = [createTestTransport(), createTestTransport(), createTestTransport()]
  await Promise.all(transports.map((transport) => createMailQueue(site.deps, transport).deliverDue()))
  const recipients = transports.flatMap(({ sent }) => sent.map(({ to }) => to))
  expect(recipients.sort()).toEqual(emails.sort())
})

it('wakes after its caller has gone on, once for many calls, and serves who comes in between', async () => {
  const sent = Promise.withResolvers<void>()
  const sentAgain = Promise.withResolvers<void>()
  const transport = createTestTransport(async () => {
    if (transport.sent.length > 1) return sentAgain.resolve()
    await queueMail()
    queue.wake()
    sent.resolve()
  })
  const queue = createMailQueue(site.deps, transport)
  await queueMail()
  const claims = vi.spyOn(site.db.connection, 'updateTable')
  for (let call = 0; call < 10; call++) queue.wake()
  expect(claims).not.toHaveBeenCalled()
  await sent.promise
  await sentAgain.promise
  await queue.stop()
  expect(claims.mock.calls.length).toBeLessThan(6)
  expect(await waiting()).toEqual([])
})

it('looks again by itself when the next mail is due', async () => {
  const timer = Promise.withResolvers<() => void>()
  const { setTimeout: realSetTimeout } = globalThis
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: () => void, ms?: number) => {
    if (ms === 12_345) timer.resolve(callback)
    return realSetTimeout(callback, ms)
  }) as typeof setTimeout)
  const sent = Promise.withResolvers<void>()
  const queue = createMailQueue(
    site.deps,
    createTestTransport(async () => sent.resolve()),
  )
  await queueMail(site.time.now + 12_345)
  queue.wake()
  const look = await timer.promise
  site.time.now += 12_345
  look()
  await sent.promise
  await queue.stop()
  expect(await waiting()).toEqual([])
})

it('stops after the mail that is being sent, and sends no other', async () => {
  const begun = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const transport = createTestTransport(() => {
    begun.resolve()
    return finish.promise
  })
  const queue = createMailQueue(site.deps, transport)
  await queueMail()
  await insertMail(site.db.connection, { kind: 'set-password', email }, site.time.now)
  queue.wake()
  await begun.promise
  const stopping = queue.stop()
  expect(transport.isClosed).toBe(false)
  finish.resolve()
  await stopping
  expect(transport.isClosed).toBe(true)
  expect(await waiting()).toHaveLength(1)
  queue.wake()
  await queue.deliverDue()
  expect(transport.sent).toHaveLength(1)
})

it('does not wait for ever for a mail server when it stops', async () => {
  const begun = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  const transport = createTestTransport(() => {
    begun.resolve()
    return closed.promise
  })
  transport.close = () => closed.reject(new Error('closed'))
  const queue = createMailQueue(site.deps, transport)
  await queueMail()
  queue.wake()
  await begun.promise
  vi.spyOn(globalThis, 'setTimeout').mockImplementationOnce(((callback: () => void) => {
    callback()
  }) as never)
  await queue.stop()
  expect(await waiting()).toEqual([{ due_at: site.time.now + 10_000, attempts: 1 }])
})
