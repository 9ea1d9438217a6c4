import { sql } from 'kysely'
import { type Column, columnTypeOf, type Transfer, type Value } from './transfer.ts'

const rowsAtOnce = 500

export const sqliteTransfer: Transfer = {
  async columns(transaction, table) {
    const { rows } = await sql<{ name: string; type: string }>`
      select name, type from pragma_table_info(${table}) order by cid`.execute(transaction)
    return rows.map(({ name, type }): Column => ({ name, type: columnTypeOf(type) }))
  },

  bytewise: (column) => sql`${sql.ref(column)}`,

  async *stream(_transaction, query) {
    let rows: Record<string, Value>[] = []
    for await (const row of query.stream()) {
      rows.push(row as Record<string, Value>)
      if (rows.length < rowsAtOnce) continue
      yield rows
      rows = []
    }
    if (rows.length > 0) yield rows
  },

  async lastId(transaction, table) {
    const { rows } = await sql<{ seq: number }>`
      select seq from sqlite_sequence where name = ${table}`.execute(transaction)
    return rows[0]?.seq ?? 0
  },

  async setLastId(transaction, table, _column, id) {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(transaction)
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${id})`.execute(transaction)
  },

  isAlone: async () => true,
  settle: async () => undefined,
}
