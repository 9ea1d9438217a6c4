/** The database did not answer: it is away, restarting or overloaded. The same request may succeed later. */
export class DatabaseAwayError extends Error {
  constructor(cause: unknown) {
    super('The database does not answer.', { cause })
  }
}

/** The database gave a transaction up because another one came between: the same may succeed at once. */
export class TransactionConflictError extends DatabaseAwayError {}

/** The database has no room left to write. */
export class DatabaseFullError extends Error {
  constructor(cause: unknown) {
    super('The database has no room left.', { cause })
  }
}

/** A row with the same unique key is there already. */
export class DuplicateKeyError extends Error {
  constructor(cause: unknown) {
    super('Such a row is there already.', { cause })
  }
}

/** The row belongs to another that is not there, or not any more. */
export class MissingRowError extends Error {
  constructor(cause: unknown) {
    super('What the row belongs to is not there.', { cause })
  }
}

/**
 * SQLSTATE classes and codes that speak of the server, not of the statement: connection, resources, shutdown, a
 * deadlock's victim, a lock that was not given in time, a transaction that idled, a replica in the primary's place.
 */
const awayStates = /^(08|53[03]|57P|57014|58|40P01|55P03|25P03|25006)/
const conflictState = '40001'
const fullStates = /^53100$/
const duplicateState = '23505'
const missingState = '23503'

/** What a failure of PostgreSQL's driver means; failures without an SQLSTATE are those of the connection. */
export function postgresError(error: unknown): unknown {
  const code = codeOf(error)
  if (code === conflictState) return new TransactionConflictError(error)
  if (fullStates.test(code)) return new DatabaseFullError(error)
  if (code === duplicateState) return new DuplicateKeyError(error)
  if (code === missingState) return new MissingRowError(error)
  return !isSqlState(code) || awayStates.test(code) ? new DatabaseAwayError(error) : error
}

/**
 * Whether a connection is of no use after this: the answer may still come, another server has taken the place, or a
 * newer program has changed what its prepared statements were made for.
 */
export function isUnusableAfter(error: unknown): boolean {
  const code = codeOf(error)
  return !isSqlState(code) || unusableStates.includes(code)
}

const unusableStates = ['25006', '0A000']

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? ''
}

/** Names of the system's own failures begin with an E, such as EPIPE; no SQLSTATE does. */
function isSqlState(code: string): boolean {
  return /^(?!E)[0-9A-Z]{5}$/.test(code)
}

/** Primary result codes of SQLite: busy, input/output error, cannot open. */
const busyResult = 5
const awayResults = [busyResult, 10, 14]
const fullResult = 13
/** Extended result codes: SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE. */
const duplicateResults = [1555, 2067]
/** SQLITE_CONSTRAINT_FOREIGNKEY. */
const missingResult = 787

export function sqliteError(error: unknown): unknown {
  const { code, errcode = 0 } = error as { code?: string; errcode?: number }
  const primary = errcode & 0xff
  if (primary === fullResult) return new DatabaseFullError(error)
  if (duplicateResults.includes(errcode)) return new DuplicateKeyError(error)
  if (errcode === missingResult) return new MissingRowError(error)
  const isClosed = code === 'ERR_INVALID_STATE'
  return isClosed || awayResults.includes(primary) ? new DatabaseAwayError(error) : error
}

/** Whether another process writes to SQLite's file, or keeps others from it. */
export function isHeld(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === busyResult
}

/** SQLITE_CORRUPT, SQLITE_NOTADB. */
const damagedResults = [11, 26]

/** Whether SQLite's file is not, or not any more, what SQLite has written. */
export function isDamaged(error: unknown): boolean {
  return damagedResults.includes(((error as { errcode?: number }).errcode ?? 0) % 256)
}
