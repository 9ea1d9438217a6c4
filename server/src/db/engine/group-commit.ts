import { DatabaseAwayError } from './database-errors.ts'
import type { Connection } from './dialect.ts'

/**
 * A transaction that may share its commit with others that arrive at the same time. What `work` returns is answered
 * once it is on disk. `work` may run again when another one fails beside it, so it changes nothing but the database;
 * an expected failure is a result rather than an exception, which would have the others wait.
 */
export type GroupCommit = <T>(work: (transaction: Connection) => Promise<T>) => Promise<T>

/** A transaction of its own for each: PostgreSQL itself syncs several commits at once. */
export function commitSeparately(connection: Connection): GroupCommit {
  return (work) => connection.transaction().execute(work)
}

/** What a commit takes along at most: others want the connection too. */
const atMost = 128

interface Waiting {
  /** @returns what tells the caller */
  run(transaction: Connection): Promise<() => void>
  fail(error: unknown): void
}

/**
 * One transaction, thereby one sync, for all that has come since the last: SQLite writes one after another. While it
 * writes nothing else happens here, so what arrives meanwhile is read at once afterwards and makes the next group.
 */
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
      // Not before it is our turn: others may have written for a while.
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

/** One of them has failed, or their commit has: each by itself learns what becomes of it. */
async function commitEach(connection: Connection, group: readonly Waiting[]): Promise<void> {
  for (const one of group) {
    const done = connection.transaction().execute((transaction) => one.run(transaction))
    await done.then(
      (tell) => tell(),
      (error: unknown) => one.fail(error),
    )
  }
}
