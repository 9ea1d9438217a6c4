import type { Kysely, RawBuilder, SelectQueryBuilder } from 'kysely'
import type { Tables } from '../schema/tables.ts'

type Connection = Kysely<Tables>

export interface Column {
  readonly name: string
  readonly type: 'integer' | 'number' | 'text'
}

/** @param declared as the engine calls the column's type */
export function columnTypeOf(declared: string): Column['type'] {
  if (/int/i.test(declared)) return 'integer'
  return /double/i.test(declared) ? 'number' : 'text'
}

export type Value = number | string | null

export type RowQuery = SelectQueryBuilder<Tables, never, object>

/** Whole-library reads and writes by engine, in a transaction. */
export interface Transfer {
  /** Empty when the table does not exist. */
  columns(transaction: Connection, table: string): Promise<Column[]>
  /** A text column as a bytewise sort key. */
  bytewise(column: string): RawBuilder<unknown>
  /** Rows of a query without parameters, in batches of constant memory. */
  stream(transaction: Connection, query: RowQuery): AsyncIterable<readonly Readonly<Record<string, Value>>[]>
  /** The last generated id, 0 for none. */
  lastId(transaction: Connection, table: string, column: string): Promise<number>
  setLastId(transaction: Connection, table: string, column: string, id: number): Promise<void>
  /** False while somebody else works on the database or waits to; nobody else asks before the transaction ends. */
  isAlone(transaction: Connection): Promise<boolean>
  settle(connection: Connection): Promise<void>
}
