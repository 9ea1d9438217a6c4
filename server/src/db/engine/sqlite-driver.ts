import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import { yieldToEventLoop } from './event-loop.ts'
import { isHeld, sqliteError } from './database-errors.ts'

/**
 * Kysely's dialect over Node's driver. SQLite runs in this thread, so each statement yields to the event loop first.
 * One connection writes; reads beside a transaction go to a second connection, which shows the last commit.
 */
export class FairSqliteDialect extends SqliteDialect {
  readonly #database: DatabaseSync
  readonly #openReader: OpenReader | null

  constructor(database: DatabaseSync, openReader: OpenReader | null = null) {
    super({ database: adapt(database) })
    this.#database = database
    this.#openReader = openReader
  }

  override createAdapter(): SqliteAdapter {
    return new ManyConnections()
  }

  override createDriver(): SqliteDriver {
    return new FairSqliteDriver(this.#database, this.#openReader)
  }
}

type OpenReader = () => DatabaseSync

/** Kysely's own adapter serializes connections. */
class ManyConnections extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** After that many statements a commit leaves the WAL checkpoint to the next one: either takes up to 45 ms. */
const manyStatements = 200

class FairSqliteDriver extends SqliteDriver {
  readonly #lock = new WriteLock()
  readonly #openReader: OpenReader | null
  #reader: Promise<SqliteDriver> | null = null

  constructor(database: DatabaseSync, openReader: OpenReader | null) {
    super({ database: adapt(database) })
    this.#openReader = openReader
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const writer = await super.acquireConnection()
    return new FairConnection(writer, this.#lock, () => this.#readingConnection())
  }

  override async beginTransaction(connection: FairConnection): Promise<void> {
    await connection.holdLock()
    try {
      await super.beginTransaction(connection)
    } catch (error) {
      connection.releaseLock()
      throw error
    }
  }

  override async commitTransaction(connection: FairConnection): Promise<void> {
    if (connection.statements < manyStatements) await super.commitTransaction(connection)
    else await this.#commitWithoutCheckpoint(connection)
    connection.releaseLock()
  }

  override async rollbackTransaction(connection: FairConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } finally {
      connection.releaseLock()
    }
  }

  async #commitWithoutCheckpoint(connection: FairConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('pragma wal_autocheckpoint = 0'))
    try {
      await super.commitTransaction(connection)
    } finally {
      await connection.executeQuery(CompiledQuery.raw('pragma wal_autocheckpoint = 1000'))
    }
  }

  override async destroy(): Promise<void> {
    await (await this.#reader)?.destroy()
    await super.destroy()
  }

  async #readingConnection(): Promise<DatabaseConnection | null> {
    if (!this.#openReader) return null
    this.#reader ??= startDriver(this.#openReader())
    return await (await this.#reader).acquireConnection()
  }
}

async function startDriver(database: DatabaseSync): Promise<SqliteDriver> {
  const driver = new SqliteDriver({ database: adapt(database) })
  await driver.init()
  return driver
}

class WriteLock {
  readonly #waiting: (() => void)[] = []
  #isHeld = false

  get isHeld(): boolean {
    return this.#isHeld
  }

  async acquire(): Promise<void> {
    if (this.#isHeld) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isHeld = true
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isHeld = false
  }
}

class FairConnection implements DatabaseConnection {
  readonly #writer: DatabaseConnection
  readonly #lock: WriteLock
  readonly #reader: () => Promise<DatabaseConnection | null>
  #holdsLock = false
  statements = 0

  constructor(writer: DatabaseConnection, lock: WriteLock, reader: () => Promise<DatabaseConnection | null>) {
    this.#writer = writer
    this.#lock = lock
    this.#reader = reader
  }

  async holdLock(): Promise<void> {
    await this.#lock.acquire()
    this.#holdsLock = true
    this.statements = 0
  }

  releaseLock(): void {
    this.#holdsLock = false
    this.#lock.release()
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await yieldToEventLoop()
    this.statements += 1
    if (this.#holdsLock || !this.#lock.isHeld) return await this.#writer.executeQuery<Row>(query)
    const reader = isRead(query) ? await this.#reader() : null
    if (reader) return await reader.executeQuery<Row>(query)
    await this.#lock.acquire()
    try {
      await yieldToEventLoop()
      return await this.#writer.executeQuery<Row>(query)
    } finally {
      this.#lock.release()
    }
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncGenerator<QueryResult<Row>, void> {
    const isWithin = this.#holdsLock
    if (!isWithin) await this.holdLock()
    try {
      for await (const row of this.#writer.streamQuery<Row>(query, chunkSize)) {
        yield row
        await yieldToEventLoop()
      }
    } finally {
      if (!isWithin) this.releaseLock()
    }
  }
}

/** The reading connection rejects misjudged writes. */
function isRead({ sql }: CompiledQuery): boolean {
  return /^\s*select\b/i.test(sql)
}

const rememberedStatements = 256

/** An LRU of prepared statements: preparing costs more than running a small statement. */
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

/** SQLite rolls back by itself on full disks and I/O errors; a second rollback would hide the cause. */
function unlessRolledBack(database: DatabaseSync, rollback: SqliteStatement): SqliteStatement {
  const run = rollback.run.bind(rollback)
  const nothing = { changes: 0, lastInsertRowid: 0 }
  return { ...rollback, run: (parameters) => (database.isTransaction ? run(parameters) : nothing) }
}

function adaptStatement(statement: StatementSync, ask: Ask): SqliteStatement {
  const names = statement.columns().map(({ name }) => name)
  // Node makes its objects in V8's dictionary mode, which costs more to fill and to read.
  statement.setReturnArrays(true)
  const all = (parameters: readonly unknown[]) =>
    statement.all(...(parameters as SQLInputValue[])) as unknown as SQLOutputValue[][]
  return {
    reader: names.length > 0,
    all: (parameters) => ask(() => all(parameters)).map((values) => rowOf(names, values)),
    run: (parameters) => ask(() => statement.run(...(parameters as SQLInputValue[]))),
    iterate: (parameters) =>
      statement
        .iterate(...(parameters as SQLInputValue[]))
        .map((values) => rowOf(names, values as unknown as SQLOutputValue[])),
  }
}

function rowOf(names: readonly string[], values: readonly SQLOutputValue[]): Record<string, SQLOutputValue> {
  const row: Record<string, SQLOutputValue> = {}
  for (let index = 0; index < names.length; index += 1)
    row[names[index] as string] = values[index] as SQLOutputValue
  return row
}

type Ask = <T>(work: () => T) => T

/** Milliseconds for locks of other processes, which block this thread. */
export const servingPatienceMs = 100
const impatienceMs = 1_000

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
