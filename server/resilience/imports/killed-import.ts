import { type KyselyPlugin, type RootOperationNode } from 'kysely'
import { bringAllInAtLast, openImporting } from '../../src/testing/importing.ts'

/**
 * Brings a library folder in, in a process that ends as by `kill -9` right before one of its writes to the database.
 * DIES_AT is the number of that write; 0 for none. CLOCK_AHEAD_MS is by how much its clock is before the machine's. Says
 * how the import ended, and the number of writes.
 */

const diesAt = Number(process.env.DIES_AT)
let aheadMs = Number(process.env.CLOCK_AHEAD_MS)
let writes = 0

const isWrite = (node: RootOperationNode) =>
  node.kind === 'RawNode'
    ? /^\s*(insert|update|delete)/i.test(node.sqlFragments[0] ?? '')
    : /^(Insert|Update|Delete)QueryNode$/.test(node.kind) && !renewsLease(node)

/** As often as the machine is slow. */
const renewsLease = (node: RootOperationNode) =>
  node.kind === 'UpdateQueryNode' && JSON.stringify(node.table).includes('"jobs"')

const counting: KyselyPlugin = {
  transformQuery({ node }) {
    if (!isWrite(node)) return node
    writes += 1
    if (writes === diesAt) process.kill(process.pid, 'SIGKILL')
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

await using importing = await openImporting(process.env, {
  clock: () => Date.now() + aheadMs,
  through: (connection) => connection.withPlugin(counting),
})
const { state } = await bringAllInAtLast(importing.deps, () => (aheadMs += 60_000))
process.stdout.write(JSON.stringify({ state, writes }))
