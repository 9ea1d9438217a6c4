import type { CompiledQuery } from 'kysely'
import type { Connection, IdSet } from './dialect.ts'

interface Compilable<Row> {
  compile(): CompiledQuery<Row>
}

interface Executable<Row> extends Compilable<Row> {
  execute(): Promise<Row[]>
}

/** A query by a few ids, which is compiled once for each number of them, or by a set of any number. */
export function selectedByIds<Row>(
  build: (connection: Connection, ids: readonly number[] | IdSet) => Executable<Row>,
): (connection: Connection, ids: readonly number[] | IdSet) => Promise<Row[]> {
  const byList = compiledByIds(build)
  return (connection, ids) => (isList(ids) ? byList(connection, ids) : build(connection, ids).execute())
}

function isList(ids: readonly number[] | IdSet): ids is readonly number[] {
  return Array.isArray(ids)
}

/**
 * Compiles a query by ids once per number of ids: writing the SQL costs as much as a query of 0.1 ms.
 *
 * @param build the query for a connection and ids; nothing else in it may be a parameter
 */
export function compiledByIds<Row>(
  build: (connection: Connection, ids: readonly number[]) => Compilable<Row>,
): (connection: Connection, ids: readonly number[]) => Promise<Row[]> {
  const compiled = new WeakMap<object, Map<number, CompiledQuery<Row>>>()
  return async (connection, ids) => {
    const { adapter } = connection.getExecutor()
    const byLength = compiled.get(adapter) ?? new Map<number, CompiledQuery<Row>>()
    compiled.set(adapter, byLength)
    let query = byLength.get(ids.length)
    if (!query) {
      query = build(connection, ids).compile()
      byLength.set(ids.length, query)
    }
    return (await connection.executeQuery<Row>({ ...query, parameters: ids })).rows
  }
}
