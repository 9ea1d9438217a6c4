import type { Connection } from '../db/engine/dialect.ts'

/** Every row of every table, as text; but for the indexes of the search, whose rows are those of no record. */
export async function listRows(connection: Connection): Promise<Set<string>> {
  const tables = await connection.introspection.getTables()
  const names = tables.map(({ name }) => name).filter((name) => !name.startsWith('search_'))
  const listed = names.map(async (name) => {
    const query = connection.selectFrom(name as 'users').selectAll()
    return [name, ...(await query.execute()).map((row) => `${name} ${JSON.stringify(row)}`)]
  })
  return new Set((await Promise.all(listed)).flat())
}
