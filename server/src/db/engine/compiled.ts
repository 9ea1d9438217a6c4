import type { CompiledQuery } from 'kysely'
import type { Connection } from './dialect.ts'

interface Compilable<Row> {
  compile(): CompiledQuery<Row>
}

/**
 * Compiles a query by numbers, such as ids, once for each count of them: writing the SQL costs as much as a query of 0.1 ms.
 *
 * @param build the query for a connection and numbers, which are all its parameters, in their order
 */
export function compiledByNumbers<Row>(
  build: (connection: Connection, numbers: readonly number[]) => Compilable<Row>,
): (connection: Connection, numbers: readonly number[]) => Promise<Row[]> {
  const compiled = new WeakMap<object, Map<number, CompiledQuery<Row>>>()
  return async (connection, numbers) => {
    const { adapter } = connection.getExecutor()
    const byLength = compiled.get(adapter) ?? new Map<number, CompiledQuery<Row>>()
    compiled.set(adapter, byLength)
    let query = byLength.get(numbers.length)
    if (!query) {
      query = build(connection, numbers).compile()
      byLength.set(numbers.length, query)
    }
    return (await connection.executeQuery<Row>({ ...query, parameters: numbers })).rows
  }
}
