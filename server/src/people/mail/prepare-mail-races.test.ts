import { once } from 'node:events'
import type { Connection } from '../../db/engine/dialect.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Job } from '../../jobs/job.ts'
import { claimJob } from '../../jobs/jobs.queries.ts'
import { openTestDatabase } from '../../testing/engines.ts'
import { deleteEmailTokens } from './email-tokens.ts'
import { type MailSite, openMailSite, publicUrl } from './fixtures/mail-site.ts'
import { insertTestUser } from './fixtures/users.queries.ts'
import { insertMail, mailJob, type NewMail } from './mails.queries.ts'
import { prepareMail } from './prepare-mail.ts'

/** What happens to an account between looking it up and making a link for it. */

let site: MailSite
let userId: string
const email = 'ada@example.org'
beforeEach(async () => {
  site = await openMailSite(await openTestDatabase())
  userId = await insertTestUser(site.db.connection, { email, isConfirmed: false })
})
afterEach(async () => await site[Symbol.asyncDispose]())

const dueAt = (now: number) => ({ now, latestDue: Number.MAX_SAFE_INTEGER, leaseUntil: now + 1 })

async function claim(mail: NewMail): Promise<Job> {
  await insertMail(site.db.connection, mail, site.time.now)
  return (await claimJob(site.db.connection, mailJob, dueAt(site.time.now))) as Job
}

/** Long enough for a change that nothing holds up. */
const patienceMs = 100

/** Prepares a mail and begins `change` as soon as anything is known about the recipient. */
async function prepareDuring(mail: Job, change: (connection: Connection) => Promise<unknown>) {
  const { connection } = site.db
  let changing: Promise<unknown> | undefined
  const interrupted = connection.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (changing) return result
      changing = change(connection)
      await Promise.race([changing, once(AbortSignal.timeout(patienceMs), 'abort')])
      return result
    },
  })
  const prepared = await prepareMail(interrupted, { publicUrl }, mail, site.time.now)
  await changing
  return prepared
}

const tokens = () => site.db.connection.selectFrom('email_tokens').selectAll().execute()

const moveAway = (connection: Connection) =>
  connection.transaction().execute(async (transaction) => {
    const moved = { email: 'b@example.org', email_key: 'b@example.org' }
    await transaction.updateTable('users').set(moved).where('id', '=', userId).execute()
    await deleteEmailTokens(transaction, userId)
  })

it.each(['confirm-email', 'reset-password', 'set-password'] as const)(
  'no link of %s works for an address that is given up meanwhile',
  async (kind) => {
    await prepareDuring(await claim({ kind, email }), moveAway)
    expect(await tokens()).toEqual([])
  },
)

it('an account that is deleted meanwhile is no failure', async () => {
  const mail = await claim({ kind: 'reset-password', email })
  const prepared = await prepareDuring(mail, (connection) =>
    connection.deleteFrom('users').where('id', '=', userId).execute(),
  )
  expect(prepared?.to).toBe(email)
  expect(await tokens()).toEqual([])
})

it('a change of address that is called off meanwhile is not mailed as a link that works', async () => {
  const newEmail = 'b@example.org'
  await prepareDuring(await claim({ kind: 'change-email', userId, email: newEmail, newEmail }), moveAway)
  expect(await tokens()).toEqual([])
})

it('a mail that is called off, or taken over, after it was claimed is not sent', async () => {
  const newEmail = 'b@example.org'
  const mail = await claim({ kind: 'change-email', userId, email: newEmail, newEmail })
  await deleteEmailTokens(site.db.connection, userId)
  expect(await prepareMail(site.db.connection, { publicUrl }, mail, site.time.now)).toBeNull()
  const late = await claim({ kind: 'reset-password', email })
  await claimJob(site.db.connection, mailJob, dueAt(site.time.now + 1))
  expect(await prepareMail(site.db.connection, { publicUrl }, late, site.time.now)).toBeNull()
  expect(await tokens()).toEqual([])
})
