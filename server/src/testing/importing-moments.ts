import type { KyselyPlugin, QueryId } from 'kysely'
import type { Connection } from '../db/engine/dialect.ts'

/** Does something right behind a statement of an import, while the import waits. */
export interface Moment {
  /** For `openImporting`. */
  readonly through: (connection: Connection) => Connection
  /** How many statements were such. */
  count(): number
}

/**
 * @param isSuch of the statement's operation nodes as JSON
 * @param work is done behind each, with its number from 1; what the statement has found is used after that
 */
export function behindStatements(
  isSuch: (statement: string) => boolean,
  work: (number: number) => Promise<void>,
): Moment {
  const found = new WeakSet<QueryId>()
  let count = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (isSuch(JSON.stringify(node))) found.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (found.has(queryId)) {
        count += 1
        await work(count)
      }
      return result
    },
  }
  return { through: (connection) => connection.withPlugin(plugin), count: () => count }
}

/** Whether the lease is asked for: before each file and each book, outside of transactions. */
export function asksForLease(statement: string): boolean {
  return (
    statement.includes('"SelectQueryNode"') && statement.includes('"jobs"') && statement.includes('"version"')
  )
}

/** Whether an import goes over to a state. */
export function entersState(state: string): (statement: string) => boolean {
  return (statement) =>
    statement.startsWith('{"kind":"UpdateQueryNode"') && statement.includes(`"value":"${state}"`)
}
