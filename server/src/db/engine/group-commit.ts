import { DatabaseAwayError } from './database-errors.ts'
import type { Connection } from './dialect.ts'

/**
 * Group commit: a transaction may share its commit with others. Resolves when it is durable. `work` may run again when
 * another one in the group fails, so it changes only the database; expected failures are results, not exceptions.
 */
export type GroupCommit = <T>(work: (transaction: Connection) => Promise<T>) => Promise<T>

/** PostgreSQL itself groups commits. */
export function commitSeparately(connection: Connection): GroupCommit {
  return (work) => connection.transaction().execute(work)
}

/** The most transactions of a group. */
const atMost = 128

interface Waiting {
  /** @returns settles the caller */
  run(transaction: Connection): Promise<() => void>
  fail(error: unknown): void
}

/** One transaction, and one sync, for all work that arrived during the last one: SQLite has one writer. */
export function createGroupCommit(connection: Connection): GroupCommit {
  const waiting: Waiting[] = []
  let isBusy = false

  const commitWaiting = async (): Promise<void> => {
    do await commitGroup(connection, waiting)
    while (waiting.length > 0)
    isBusy = false
  }

  return (work) => {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>()
    waiting.push({
      run: async (transaction) => {
        const outcome = await work(transaction)
        return () => resolve(outcome)
      },
      fail: reject,
    })
    if (!isBusy) setImmediate(() => void commitWaiting())
    isBusy = true
    return promise
  }
}

async function commitGroup(connection: Connection, waiting: Waiting[]): Promise<void> {
  const group: Waiting[] = []
  try {
    const tell = await connection.transaction().execute(async (transaction) => {
      // The group is closed only when the transaction has begun.
      group.push(...waiting.splice(0, atMost))
      return await runAll(group, transaction)
    })
    for (const one of tell) one()
  } catch (error) {
    if (group.length === 0) group.push(...waiting.splice(0))
    else if (group.length > 1 && !(error instanceof DatabaseAwayError))
      return await commitEach(connection, group)
    for (const one of group) one.fail(error)
  }
}

async function runAll(group: readonly Waiting[], transaction: Connection): Promise<(() => void)[]> {
  const tell: (() => void)[] = []
  for (const one of group) tell.push(await one.run(transaction))
  return tell
}

/** After a failure in the group each work gets a transaction of its own. */
async function commitEach(connection: Connection, group: readonly Waiting[]): Promise<void> {
  for (const one of group) {
    const done = connection.transaction().execute((transaction) => one.run(transaction))
    await done.then(
      (tell) => tell(),
      (error: unknown) => one.fail(error),
    )
  }
}
