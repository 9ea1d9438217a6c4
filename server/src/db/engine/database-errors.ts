/** The database is unreachable, restarting or overloaded; a retry may succeed. */
export class DatabaseAwayError extends Error {
  constructor(cause: unknown) {
    super('The database does not answer.', { cause })
  }
}

export class TransactionConflictError extends DatabaseAwayError {}

export class DatabaseFullError extends Error {
  constructor(cause: unknown) {
    super('The database has no room left.', { cause })
  }
}

export class DuplicateKeyError extends Error {
  constructor(cause: unknown) {
    super('Such a row is there already.', { cause })
  }
}

export class MissingRowError extends Error {
  constructor(cause: unknown) {
    super('What the row belongs to is not there.', { cause })
  }
}

/** Connection, resources, shutdown, time-outs, read-only replica (PostgreSQL, appendix A). */
const awayStates = /^(08|53[03]|57P|57014|58|55P03|25P03|25006)/
/** Serialization failure, deadlock: rolled back whole (PostgreSQL, 13.5). */
const conflictStates = ['40001', '40P01']
const fullStates = /^53100$/
const duplicateState = '23505'
const missingState = '23503'

/** Maps errors of `pg`; errors without an SQLSTATE are those of the connection. */
export function postgresError(error: unknown): unknown {
  const code = codeOf(error)
  if (conflictStates.includes(code)) return new TransactionConflictError(error)
  if (fullStates.test(code)) return new DatabaseFullError(error)
  if (code === duplicateState) return new DuplicateKeyError(error)
  if (code === missingState) return new MissingRowError(error)
  return !isSqlState(code) || awayStates.test(code) ? new DatabaseAwayError(error) : error
}

/** Its answer may still come, a replica has taken over, or its prepared statements are outdated. */
export function isUnusableAfter(error: unknown): boolean {
  const code = codeOf(error)
  return !isSqlState(code) || unusableStates.includes(code)
}

const unusableStates = ['25006', '0A000']

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? ''
}

/** System codes begin with an E, such as EPIPE; no SQLSTATE does. */
function isSqlState(code: string): boolean {
  return /^(?!E)[0-9A-Z]{5}$/.test(code)
}

/** SQLITE_BUSY, SQLITE_IOERR, SQLITE_CANTOPEN. */
const busyResult = 5
const awayResults = [busyResult, 10, 14]
const fullResult = 13
/** Extended result codes: SQLITE_CONSTRAINT_PRIMARYKEY, SQLITE_CONSTRAINT_UNIQUE. */
const duplicateResults = [1555, 2067]
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

/** SQLITE_CONSTRAINT. */
const constraintResult = 19

/** Of any kind, such as a null where a value has to be. */
export function isConstraintViolation(error: unknown): boolean {
  if (error instanceof DuplicateKeyError || error instanceof MissingRowError) return true
  const { errcode = 0 } = error as { errcode?: number }
  return (errcode & 0xff) === constraintResult || codeOf(error).startsWith('23')
}

/** SQLITE_FULL, mapped or not. */
export function isFullResult(error: unknown): boolean {
  const { errcode = 0 } = (error instanceof DatabaseFullError ? error.cause : error) as { errcode?: number }
  return (errcode & 0xff) === fullResult
}

/** SQLITE_BUSY: another process holds a lock. */
export function isHeld(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === busyResult
}

/** SQLITE_CORRUPT, SQLITE_NOTADB. */
const damagedResults = [11, 26]

export function isDamaged(error: unknown): boolean {
  return damagedResults.includes(((error as { errcode?: number }).errcode ?? 0) % 256)
}

/** For `catch`: turns one kind of error into an expected failure and throws all others again. */
export function failOn(kind: typeof DuplicateKeyError | typeof MissingRowError, failure: () => Error) {
  return (error: unknown): never => {
    throw error instanceof kind ? failure() : error
  }
}
