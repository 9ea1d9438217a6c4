import type { ColumnType, Generated } from 'kysely'

export type Id = Generated<number>
/** Epoch milliseconds. */
export type Instant = number
/** Never changed. */
export type Fixed<T> = ColumnType<T, T, never>

export interface ChangeTimes {
  created_at: Fixed<Instant>
  updated_at: Instant
}
