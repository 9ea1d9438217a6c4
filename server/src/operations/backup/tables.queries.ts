import { sql } from 'kysely'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import type { Column, RowQuery, Value } from '../../db/engine/transfer.ts'
import type { MediaColumn } from './media-uses.queries.ts'
import { type ArchivedTable, archivedTables, formerTables } from './tables.ts'

const alike = ({ name }: ArchivedTable) => name as 'creators'

export function queryRows(
  connection: Connection,
  { transfer }: Dialect,
  table: ArchivedTable,
  columns: readonly Column[],
  mediaColumns: readonly MediaColumn[],
): RowQuery {
  let query = connection.selectFrom(alike(table)).select(columns.map(({ name }) => name as 'id'))
  if (table.name === 'media') query = query.where((build) => build.or(mediaColumns.map(whetherReferring)))
  for (const key of table.key) {
    const type = columns.find(({ name }) => name === key)?.type
    if (type === undefined) continue
    query = query.orderBy(type === 'text' ? sql`${transfer.bytewise(key)}` : sql.ref(key))
  }
  return query as unknown as RowQuery
}

function whetherReferring({ table, column }: MediaColumn) {
  const reference = sql.ref(`record.${column}`)
  return sql<boolean>`exists (select 1 from ${sql.table(table)} as record where ${reference} = media.id)`
}

export async function insertRows(
  transaction: Connection,
  table: ArchivedTable,
  columns: readonly Column[],
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const values = rows.map((row) =>
    Object.fromEntries(row.map((value, place) => [columns[place]?.name, value])),
  )
  await transaction
    .insertInto(alike(table))
    .values(values as never)
    .execute()
}

/** The first non-empty table; undefined for an empty database. */
export async function findFilledTable(connection: Connection, dialect: Dialect): Promise<string | undefined> {
  for (const table of [...archivedTables, ...formerTables]) {
    const isThere = (await dialect.transfer.columns(connection, table.name)).length > 0
    if (!isThere) continue
    const row = await connection.selectFrom(alike(table)).select(sql`1`.as('one')).limit(1).executeTakeFirst()
    if (row) return table.name
  }
  return undefined
}
