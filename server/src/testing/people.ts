import { randomUUID } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { login, type TokenPair } from '@earmark/contract/auth.ts'
import { emailKey } from '@earmark/contract/emails.ts'
import type { Role } from '@earmark/contract/roles.ts'
import { hash } from '@node-rs/argon2'
import PostalMime, { type Email } from 'postal-mime'
import { mailJob } from '../people/mail/mails.queries.ts'
import { type Account, findAccountByEmail } from '../people/users/users.queries.ts'
import { addAccount } from '../people/users/users.service.ts'
import type { TestServer } from './server.ts'

/** People for tests, and the mails that they get. */

export const password = 'Quiet-reading-1'
/** A hash says itself what it costs: with this one, the hundreds of sign-ins of the tests take no time. */
const cheapHash = await hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 })

interface NewUser {
  readonly email?: string
  readonly name?: string
  readonly role?: Role
  readonly isConfirmed?: boolean
  /** For tests of what signing in costs. */
  readonly passwordHash?: string
}

/** An account as an administrator would have made it: confirmed, with `password`. */
export async function makeUser(server: TestServer, user: NewUser = {}): Promise<Account> {
  const { email = `${randomUUID()}@example.org`, name = 'Ada', role = 'User', isConfirmed = true } = user
  const confirmedAt = isConfirmed ? server.time.now : null
  const account = { email, name, role, passwordHash: user.passwordHash ?? cheapHash, confirmedAt }
  const { connection } = server.deps.db
  await connection.transaction().execute((transaction) => addAccount(server.deps, transaction, account))
  return (await findAccountByEmail(connection, email)) as Account
}

export interface Person extends TokenPair {
  readonly account: Account
  readonly deviceId: string
  /** What goes with every request of theirs. */
  readonly headers: Record<string, string>
}

/** Signs an account in, on a device of its own unless told. */
export async function signInAs(
  server: TestServer,
  account: Account,
  deviceId: string = randomUUID(),
): Promise<Person> {
  const body = { userName: account.email, password }
  const pair = await server.call(login, { body }, { 'x-deviceid': deviceId })
  const headers = { 'x-deviceid': deviceId, authorization: `Bearer ${pair.accessToken}` }
  return { ...pair, account, deviceId, headers }
}

/** Somebody new who is signed in. */
export async function makePerson(server: TestServer, role: Role = 'User'): Promise<Person> {
  return await signInAs(server, await makeUser(server, { role }))
}

/** Headers of somebody of a role who is signed in whatever time the test's clock shows. */
export function signedInAlways(server: TestServer, role: Role): () => Promise<Record<string, string>> {
  let last: { readonly at: number; readonly headers: Record<string, string> } | undefined
  return async () => {
    const at = server.time.now
    if (last?.at !== at) last = { at, headers: (await makePerson(server, role)).headers }
    return last.headers
  }
}

/** The mails that an address has got since it was last asked, oldest first. */
export async function takeMails(server: TestServer, address: string): Promise<Email[]> {
  await server.deps.jobs.runDue(mailJob)
  const outbox = join(server.deps.config.dataDir, 'outbox')
  const files = (await readdir(outbox).catch(() => [])).toSorted((a, b) => (a < b ? -1 : 1))
  const found: Email[] = []
  for (const file of files) {
    const mail = await PostalMime.parse(await readFile(join(outbox, file)))
    if (!mail.to?.some((to) => emailKey(to.address ?? '') === emailKey(address))) continue
    found.push(mail)
    await rm(join(outbox, file))
  }
  return found
}

/** The query parameters of the one link of ours in a mail. */
export function linkIn(mail: Email | undefined): Record<string, string> {
  const [link] = /https?:\S+\?\S+/.exec(mail?.text ?? '') ?? []
  if (!link) throw new Error('There is no such mail, or no link in it.')
  return Object.fromEntries(new URL(link).searchParams)
}
