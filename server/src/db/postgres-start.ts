import { Kysely, PostgresDialect, sql } from 'kysely'
import { StartError } from '../errors.ts'
import { DatabaseAwayError, DatabaseFullError } from './engine/database-errors.ts'
import { migrate } from './migrate.ts'
import { openPool, preparing } from './engine/postgres-pool.ts'
import { postgres } from './engine/postgres.ts'
import type { Tables } from './schema/tables.ts'

/** @throws StartError */
export async function preparePostgres(url: string, limits = preparing): Promise<void> {
  const pool = await openPool(url, limits)
  const connection = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    await requireUsable(connection, url)
    await migrate(connection, postgres)
  } catch (error) {
    throw explainPostgres(error, url)
  } finally {
    await connection.destroy()
  }
}

/**
 * What a database that is migrated already would tell in the middle of the work.
 *
 * @throws StartError
 */
export async function requireUsable(connection: Kysely<Tables>, url: string): Promise<void> {
  const { rows } = await sql<{ encoding: string; is_read_only: string }>`select
    current_setting('server_encoding') as encoding,
    current_setting('transaction_read_only') as is_read_only`.execute(connection)
  const { encoding, is_read_only: isReadOnly } = rows[0] as (typeof rows)[number]
  if (isReadOnly === 'on') throw unusable(readOnly, url)
  if (encoding !== 'UTF8')
    throw unusable(
      ({ database }) =>
        `the database ${database} has the encoding ${encoding}: make one of UTF-8 (createdb --encoding=UTF8 --template=template0)`,
      url,
    )
}

type Reason = (named: { place: string; database: string; user: string }) => string

const noHost: Reason = ({ place }) => `there is no host of that name (${place}): correct the address`
const noFile: Reason = () => 'a file that the address names cannot be read: correct its path, or its mode'
const noAnswer: Reason = ({ place }) =>
  `${place} does not answer as PostgreSQL does: correct the address, or see to it that nothing stands between`
const late: Reason = ({ place }) =>
  `${place} has not answered in time (${(preparing.connectionTimeoutMillis ?? 0) / 1000} s): start again once it does, or correct the address`
const unreachable: Reason = ({ place }) =>
  `no way leads to ${place}: correct the address, or see to it that the network is there`
const refused: Reason = ({ user }) =>
  `it refuses the user ${user} or the password: correct them, or the server’s pg_hba.conf`

const readOnly: Reason = () => 'it is read-only: name the primary server instead of a replica'

/** By SQLSTATE or system code. */
const reasons: Record<string, Reason> = {
  ENOENT: noFile,
  EACCES: noFile,
  ERR_INVALID_URI: () => 'its address has a % that stands for nothing: write %25 for a percent sign',
  ETIMEDOUT: late,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOTFOUND: noHost,
  EAI_AGAIN: noHost,
  ECONNREFUSED: ({ place }) => `nothing listens at ${place}: start PostgreSQL, or correct the address`,
  '28000': refused,
  '28P01': refused,
  '3D000': ({ database }) => `it has no database ${database}: create it, or correct the name`,
  '42501': ({ user, database }) =>
    `the user ${user} may not create tables in it: make that user the owner of the database ${database}`,
  '3F000': ({ database }) =>
    `its search_path names no schema of the database ${database}: create that schema, or correct the address`,
  '25006': readOnly,
  '53300': () => 'it has no connection left: raise its max_connections, or end other programs',
  '53100': () => 'it has no room left: make some',
  '57P03': () => 'it is starting or stopping: start again once it is there',
}

export function explainPostgres(error: unknown, url: string): unknown {
  const isMapped = error instanceof DatabaseAwayError || error instanceof DatabaseFullError
  const cause = (isMapped ? error.cause : error) as { code?: string }
  const code = cause instanceof URIError ? 'ERR_INVALID_URI' : cause?.code
  const reason = reasons[code ?? ''] ?? (error instanceof DatabaseAwayError ? noAnswer : null)
  if (error instanceof StartError || !reason) return error
  return unusable(reason, url)
}

function unusable(reason: Reason, url: string): StartError {
  return new StartError(
    `DATABASE_URL must name a PostgreSQL database that can be used, but ${reason(namedBy(url))}.`,
  )
}

function namedBy(url: string): { place: string; database: string; user: string } {
  const { hostname, port, pathname, username } = new URL(url)
  return {
    place: `${hostname || 'localhost'}:${port || 5432}`,
    database: decoded(pathname.slice(1)) || '(none)',
    user: decoded(username) || '(none)',
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
