import type { Kysely, RawBuilder } from 'kysely'
import type { FullText } from './full-text.ts'
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
  readonly fullText: FullText
  /**
   * Any number of rows as one bound parameter, in their order: what `from` names has a column `value`, whose
   * cells are `value ->> 0`, `value ->> 1` (text on PostgreSQL).
   */
  jsonRows(rows: readonly (readonly unknown[])[]): RawBuilder<unknown>
}
