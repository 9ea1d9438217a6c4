import { isStrongPassword } from '@earmark/contract/passwords.ts'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { PeopleDeps } from '../sessions/people-deps.ts'
import { writeDurably } from '../../db/durable-files.ts'
import { deleteEmailTokens } from '../mail/email-tokens.ts'
import { deleteSessions } from '../sessions/sessions.queries.ts'
import { hasAdmin, lockAdmins } from './admins.queries.ts'
import { hashPassword } from './passwords.ts'
import { findAccountByEmail } from './users.queries.ts'
import { addAccount, changeAccount } from './users.service.ts'

export interface FirstAdmin {
  readonly email: string
  /** Null for a configured password. */
  readonly generatedPassword: string | null
  /** The file with a generated password, for the operator. */
  readonly file: string
}

type AdminDeps = Pick<PeopleDeps, 'config' | 'db' | 'clock'>

/**
 * Makes an administrator where there is none. An account that has the configured address becomes it.
 *
 * @returns null when there was an administrator
 */
export async function settleFirstAdmin(deps: AdminDeps): Promise<FirstAdmin | null> {
  const { config, db, clock } = deps
  if (await hasAdmin(db.connection)) return null
  const generatedPassword = config.adminPassword === '' ? readablePassword() : null
  const passwordHash = await hashPassword(generatedPassword ?? config.adminPassword)
  const admin = { email: config.adminEmail, generatedPassword, file: join(config.dataDir, 'first-admin.txt') }

  const isMade = await db.connection.transaction().execute(async (transaction) => {
    await lockAdmins(transaction, clock())
    if (await hasAdmin(transaction)) return false
    const account = { email: admin.email, role: 'Admin', passwordHash, confirmedAt: clock() } as const
    const known = await findAccountByEmail(transaction, admin.email)
    if (known) {
      await changeAccount(deps, transaction, known.id, account)
      await deleteSessions(transaction, known.id)
      await deleteEmailTokens(transaction, known.id)
    } else {
      await addAccount(deps, transaction, { ...account, name: 'Administrator' })
    }
    // Before the commit, so that the password of the account can be read.
    if (generatedPassword !== null) await writeDurably(admin.file, note(admin.email, generatedPassword))
    return true
  })
  return isMade ? admin : null
}

/** Without similar letters and digits. */
const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
const groupLength = 5
const groups = 4

/** Groups of five such as `Kw7mB-x4HpQ-…`: 20 characters of 56, by the password rules. */
function readablePassword(): string {
  const character = () => characters[randomInt(characters.length)] as string
  for (;;) {
    const group = () => Array.from({ length: groupLength }, character).join('')
    const password = Array.from({ length: groups }, group).join('-')
    if (isStrongPassword(password)) return password
  }
}

function note(email: string, password: string): string {
  return `${email}\n${password}\n\nDelete this file once you have signed in and changed the password.\n`
}
