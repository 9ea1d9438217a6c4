import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from './schema.ts'

/** A connection pool or a transaction: the first argument of every query. */
export type Connection = Kysely<Tables>

/**
 * What really differs between the two engines. Everything else is one SQL for both.
 */
export interface Dialect {
  readonly engine: 'sqlite' | 'postgres'
  /** Column type of a generated integer primary key; such a key is never used twice. */
  readonly generatedId: RawBuilder<unknown>
  /** Column type of text that sorts by code point, whatever the database's locale. */
  readonly sortKey: RawBuilder<unknown>
}
