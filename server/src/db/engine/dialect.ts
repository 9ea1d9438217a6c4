import type { Expression, Kysely, RawBuilder, SelectQueryBuilder } from 'kysely'
import type { ChangedScope } from './scopes.ts'
import type { FullText } from './full-text.ts'
import type { Tables } from './schema.ts'
import type { Transfer } from './transfer.ts'

/** A connection pool or a transaction: the first argument of every query. */
export type Connection = Kysely<Tables>

/** Any number of ids, where a query compares a column with them. */
export type IdSet = Expression<number>

/** A query whose only column is `id`. */
export type IdQuery = SelectQueryBuilder<Tables, never, { id: number }>

/** Held by one transaction alone, or shared by several. */
export interface Lock {
  readonly name: string
  readonly isShared?: boolean
}

/**
 * What really differs between the two engines. Everything else is one SQL for both.
 */
export interface Dialect {
  readonly engine: 'sqlite' | 'postgres'
  /** Column type of a generated integer primary key; such a key is never used twice. */
  readonly generatedId: RawBuilder<unknown>
  /** Column type of text that sorts by code point, whatever the database's locale. */
  readonly sortKey: RawBuilder<unknown>
  readonly fullText: FullText
  readonly transfer: Transfer
  /** Makes whoever migrates wait for one another, until the end of their transactions. */
  lockMigrations(transaction: Connection): Promise<void>
  /** Takes advisory locks in the order of their names, until the end of the transaction; nothing where one process writes. */
  lock(transaction: Connection, locks: readonly Lock[]): Promise<void>
  /** Tells every node of a change of the catalogue, once the transaction is committed. */
  announceChange(transaction: Connection, scopes: readonly ChangedScope[]): Promise<void>
  /** The ids that a query gives, in its order; made for very many: no object is made for each. */
  listIds(connection: Connection, query: IdQuery): Promise<number[]>
  /**
   * Any number of rows as one bound parameter, in their order: what `from` names has a column `value`, whose
   * cells are `value ->> 0`, `value ->> 1` (text on PostgreSQL).
   */
  jsonRows(rows: readonly (readonly unknown[])[]): RawBuilder<unknown>
  /** Any number of ids as one bound parameter, so that the statement is the same for every number of them. */
  idSet(ids: readonly number[]): IdSet
}
