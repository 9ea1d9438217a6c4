import type { Expression, Kysely, RawBuilder, SelectQueryBuilder } from 'kysely'
import type { ChangedScope } from './scopes.ts'
import type { FullText } from './full-text.ts'
import type { Tables } from '../schema/tables.ts'
import type { Transfer } from './transfer.ts'

/** A connection pool or a transaction: the first argument of every query. */
export type Connection = Kysely<Tables>

export type IdSet = Expression<number>

export type TextSet = Expression<string>

export type IdQuery = SelectQueryBuilder<Tables, never, { id: number }>

export interface Lock {
  readonly name: string
  readonly isShared?: boolean
}

export interface Dialect {
  readonly engine: 'sqlite' | 'postgres'
  /** A generated primary key whose values are never reused. */
  readonly generatedId: RawBuilder<unknown>
  /** Text that sorts by code point in every locale. */
  readonly sortKey: RawBuilder<unknown>
  readonly fullText: FullText
  readonly transfer: Transfer
  /** Serializes migrations of several nodes until the end of their transactions. */
  lockMigrations(transaction: Connection): Promise<void>
  /** Takes advisory locks until the end of the transaction, in the order of their names; none on SQLite. */
  lock(transaction: Connection, locks: readonly Lock[]): Promise<void>
  announceChange(transaction: Connection, scopes: readonly ChangedScope[]): Promise<void>
  /** Ids as one JSON text: row objects would cost more than the query. */
  listIds(connection: Connection, query: IdQuery): Promise<number[]>
  /** Rows as one bound JSON parameter; their cells are `value ->> 0`, `value ->> 1` (text on PostgreSQL). */
  jsonRows(rows: readonly (readonly unknown[])[]): RawBuilder<unknown>
  /** At the end of a `select` within an update: what others have locked is left to them. */
  readonly skipLocked: RawBuilder<unknown>
  /** Ids as one bound parameter, so that the SQL does not depend on their number. */
  idSet(ids: readonly number[]): IdSet
  /** As `idSet`, of texts. */
  textSet(texts: readonly string[]): TextSet
}
