import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import { nextTurn } from './turns.ts'
import { isHeld, sqliteError } from './database-errors.ts'

/**
 * Kysely's dialect over Node's driver. SQLite works in this thread, so others have a turn between two statements:
 * otherwise all of a request's, even of a transaction, would run in one iteration of the event loop.
 */
export class FairSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase

  constructor(database: DatabaseSync) {
    const adapted = adapt(database)
    super({ database: adapted })
    this.#database = adapted
  }

  override createDriver(): SqliteDriver {
    return new FairSqliteDriver({ database: this.#database })
  }
}

class FairSqliteDriver extends SqliteDriver {
  #connection: DatabaseConnection | null = null

  override async acquireConnection(): Promise<DatabaseConnection> {
    return (this.#connection ??= new FairConnection(await super.acquireConnection()))
  }
}

class FairConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await nextTurn()
    return await this.#connection.executeQuery<Row>(query)
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncGenerator<QueryResult<Row>, void> {
    for await (const row of this.#connection.streamQuery<Row>(query, chunkSize)) {
      yield row
      await nextTurn()
    }
  }
}

const rememberedStatements = 256

/** Preparing costs more than running a small statement, so the most recent ones are kept by their text. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  const ask = asking(database)
  return {
    prepare(text) {
      const known = statements.get(text)
      if (known) return known
      const prepared = ask(() => database.prepare(text))
      const adapted = adaptStatement(prepared, ask)
      const statement = text === 'rollback' ? unlessRolledBack(database, adapted) : adapted
      if (statements.size >= rememberedStatements) statements.delete(statements.keys().next().value as string)
      statements.set(text, statement)
      return statement
    },
    close: () => database.close(),
  }
}

/** SQLite itself rolls back what finds no room, or cannot be read: to do it again would hide why. */
function unlessRolledBack(database: DatabaseSync, rollback: SqliteStatement): SqliteStatement {
  const run = rollback.run.bind(rollback)
  const nothing = { changes: 0, lastInsertRowid: 0 }
  return { ...rollback, run: (parameters) => (database.isTransaction ? run(parameters) : nothing) }
}

function adaptStatement(statement: StatementSync, ask: Ask): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => ask(() => statement.all(...(parameters as SQLInputValue[]))),
    run: (parameters) => ask(() => statement.run(...(parameters as SQLInputValue[]))),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  }
}

type Ask = <T>(work: () => T) => T

/** How long a write waits for another process: everything else waits with it, as SQLite works in this thread. */
export const servingPatienceMs = 100
/** How long nobody waits after somebody has in vain: a database that is held must not hold everything up. */
const impatienceMs = 1_000

/** Runs what asks the database; failures go by their meaning. */
function asking(database: DatabaseSync): Ask {
  let isImpatient = false
  const waitFor = (milliseconds: number): void => {
    if (database.isOpen) database.exec(`pragma busy_timeout = ${milliseconds}`)
    isImpatient = milliseconds === 0
  }
  return (work) => {
    try {
      return work()
    } catch (error) {
      if (isHeld(error) && !isImpatient) {
        waitFor(0)
        setTimeout(() => waitFor(servingPatienceMs), impatienceMs).unref()
      }
      throw sqliteError(error)
    }
  }
}
