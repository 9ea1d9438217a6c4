import { sql } from 'kysely'
import { type Column, columnTypeOf, type Transfer, type Value } from './transfer.ts'

const rowsAtOnce = 500
const fillingKey = 7_285_301

export const postgresTransfer: Transfer = {
  async columns(transaction, table) {
    const { rows } = await sql<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_schema = current_schema() and table_name = ${table}
      order by ordinal_position`.execute(transaction)
    return rows.map(({ name, type }): Column => ({ name, type: columnTypeOf(type) }))
  },

  bytewise: (column) => sql`${sql.ref(column)} collate "C"`,

  async *stream(transaction, query) {
    await sql`declare archive_rows no scroll cursor for ${query}`.execute(transaction)
    const fetch = sql<Record<string, Value>>`fetch ${sql.lit(rowsAtOnce)} from archive_rows`
    for (;;) {
      const { rows } = await fetch.execute(transaction)
      if (rows.length === 0) break
      yield rows
    }
    await sql`close archive_rows`.execute(transaction)
  },

  /** Sequences are outside of the snapshot: the value may be later than the rows, never earlier. */
  async lastId(transaction, table, column) {
    const { rows } = await sql<{ id: number | null }>`
      select pg_sequence_last_value(pg_get_serial_sequence(${table}, ${column})::regclass) as id`.execute(
      transaction,
    )
    return rows[0]?.id ?? 0
  },

  async setLastId(transaction, table, column, id) {
    const isUsed = id > 0
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${sql.lit(isUsed ? id : 1)}, ${sql.lit(isUsed)})`.execute(
      transaction,
    )
  },

  async isAlone(transaction) {
    const { rows } = await sql<{ isFirst: boolean; others: number }>`
      select pg_try_advisory_xact_lock(${sql.lit(fillingKey)}) as "isFirst",
        (select count(*) from pg_stat_activity where datname = current_database()
          and application_name = current_setting('application_name') and pid <> pg_backend_pid()) as others`.execute(
      transaction,
    )
    return rows[0]?.isFirst === true && rows[0].others === 0
  },

  async settle(connection) {
    await sql`analyze`.execute(connection)
  },
}
