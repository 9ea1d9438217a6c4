import type { Kysely, RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Tables } from './schema.ts'

type Connection = Kysely<Tables>

/** What a column holds: the two engines store integers and text alike, and nothing else is stored. */
export interface Column {
  readonly name: string
  readonly type: 'integer' | 'text'
}

export type Value = number | string | null

export type RowQuery = SelectQueryBuilder<Tables, never, object>

/** What differs between the engines when a whole library is read or written. All of it in a transaction. */
export interface Transfer {
  /** The columns of a table in their order; none when there is no such table. */
  columns(transaction: Connection, table: string): Promise<Column[]>
  /** A column of text as what to sort by, bytewise, whatever the database's locale. */
  bytewise(column: string): RawBuilder<unknown>
  /** The rows of a query without parameters, a few hundred at once, in memory that does not depend on their number. */
  stream(transaction: Connection, query: RowQuery): AsyncIterable<readonly Readonly<Record<string, Value>>[]>
  /** The last id that a table has given out, whether or not its row is still there; 0 when it has given out none. */
  lastId(transaction: Connection, table: string, column: string): Promise<number>
  /** Makes a table go on behind that id. */
  setLastId(transaction: Connection, table: string, column: string, id: number): Promise<void>
  /** @returns false when somebody else works on the database, or waits to; until the end of the transaction nobody else asks this */
  isAlone(transaction: Connection): Promise<boolean>
  /** Lets the engine learn what is in its tables now. */
  settle(connection: Connection): Promise<void>
}
