import type { Generated } from 'kysely'
import type { ChangeTimes, Fixed, Id, Instant } from './columns.ts'

export interface UsersTable extends ChangeTimes {
  /** Order of creation; the public id is the UUID. */
  seq: Id
  id: Fixed<string>
  email: string
  /** The address in lower case: one account per address. */
  email_key: string
  email_confirmed_at: Instant | null
  /** When somebody registered with the address; null once it is confirmed or changed, and where nobody did. */
  registered_at: Instant | null
  name: string
  name_sort: string
  role: string
  password_hash: string | null
  /** The highest version of a position that was forgotten. */
  forgotten_version: Generated<number>
}

interface SessionsTable {
  id: Fixed<string>
  user_id: Fixed<string>
  device_id: Fixed<string>
  refresh_hash: string
  previous_refresh_hash: string | null
  rotated_at: Instant
  created_at: Fixed<Instant>
  expires_at: Instant
}

interface EmailTokensTable {
  id: Id
  user_id: Fixed<string>
  kind: Fixed<string>
  token_hash: Fixed<string>
  new_email: Fixed<string | null>
  created_at: Fixed<Instant>
  expires_at: Fixed<Instant>
}

/** Invitations to register. */
interface InvitationsTable {
  id: Id
  token_hash: string
  /** Where it was mailed to; null where its link was answered. */
  email_key: Fixed<string | null>
  role: string
  invited_by: string
  created_at: Instant
  expires_at: Instant
}

interface RateLimitsTable {
  key: Fixed<string>
  count: number
  resets_at: Instant
}

interface PasswordFailuresTable {
  id: Id
  /** Hashes of the account's address and of the network address. */
  account: Fixed<string>
  address: Fixed<string>
  failed_at: Fixed<Instant>
}

/** Accounts, their sessions, and what guards them. */
export interface PeopleTables {
  users: UsersTable
  sessions: SessionsTable
  email_tokens: EmailTokensTable
  invitations: InvitationsTable
  rate_limits: RateLimitsTable
  password_failures: PasswordFailuresTable
}
