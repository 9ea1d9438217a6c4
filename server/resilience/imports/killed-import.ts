import { type KyselyPlugin, type RootOperationNode } from 'kysely'
import { bringAllIn, openImporting } from '../../src/testing/importing.ts'

/**
 * Brings a library folder in, in a process that ends as by `kill -9` right before one of its writes to the database.
 * DIES_AT is the number of that write; 0 for none, and the number of writes is said then.
 */

const diesAt = Number(process.env.DIES_AT)
let writes = 0

const isWrite = (node: RootOperationNode) =>
  node.kind === 'RawNode'
    ? /^\s*(insert|update|delete)/i.test(node.sqlFragments[0] ?? '')
    : /^(Insert|Update|Delete)QueryNode$/.test(node.kind)

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
  through: (connection) => connection.withPlugin(counting),
})
const { state } = await bringAllIn(importing.deps)
process.stdout.write(JSON.stringify({ state, writes }))
