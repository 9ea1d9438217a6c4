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
  /** Null when it is the one that the configuration gives. */
  readonly generatedPassword: string | null
  /** Where a generated password stands, for whoever runs the server. */
  readonly file: string
}

type AdminDeps = Pick<PeopleDeps, 'config' | 'db' | 'clock'>

/**
 * Sees to it that there is an administrator. An account that has the address already is taken over: whoever sets
 * the environment owns the server.
 *
 * @returns the one that was made; null when there was one
 */
export async function settleFirstAdmin(deps: AdminDeps): Promise<FirstAdmin | null> {
  const { config, db, clock } = deps
  if (await hasAdmin(db.connection)) return null
  const generatedPassword = config.adminPassword === '' ? readablePassword() : null
  const passwordHash = await hashPassword(generatedPassword ?? config.adminPassword)
  const admin = { email: config.adminEmail, generatedPassword, file: join(config.dataDir, 'first-admin.txt') }

  const isMade = await db.connection.transaction().execute(async (transaction) => {
    await lockAdmins(transaction, clock())
    // Another node was faster.
    if (await hasAdmin(transaction)) return false
    const account = { email: admin.email, role: 'Admin', passwordHash, confirmedAt: clock() } as const
    const known = await findAccountByEmail(transaction, admin.email)
    if (known) {
      await changeAccount(deps, transaction, known.id, account)
      await deleteSessions(transaction, known.id)
      // Links that somebody else may have asked for lead into the account as well.
      await deleteEmailTokens(transaction, known.id)
    } else {
      await addAccount(deps, transaction, { ...account, name: 'Administrator' })
    }
    // Before the commit: a password that nobody can read any more would lock everybody out.
    if (generatedPassword !== null) await writeDurably(admin.file, note(admin.email, generatedPassword))
    return true
  })
  return isMade ? admin : null
}

/** Without letters and digits that look alike. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'
const groupLength = 5
const groups = 4

/** Groups of five such as `Kw7mB-x4HpQ-…`: 20 signs of 56, and what the rules ask for. */
function readablePassword(): string {
  const sign = () => signs[randomInt(signs.length)] as string
  for (;;) {
    const group = () => Array.from({ length: groupLength }, sign).join('')
    const password = Array.from({ length: groups }, group).join('-')
    if (isStrongPassword(password)) return password
  }
}

function note(email: string, password: string): string {
  return `${email}\n${password}\n\nDelete this file once you have signed in and changed the password.\n`
}
