import { DatabaseAwayError } from './database-errors.ts'
import type { Connection } from './dialect.ts'

/**
 * Group commit: `work` may share its transaction with others and may run again when another one in the group fails, so
 * it changes only the database; expected failures are results, not exceptions. Resolves when it is durable.
 */
export type GroupCommit = <T>(work: (transaction: Connection) => Promise<T>) => Promise<T>

/** PostgreSQL itself groups commits. */
export function commitSeparately(connection: Connection): GroupCommit {
  return (work) => connection.transaction().execute(work)
}

const atMost = 128

interface Waiting {
  run(transaction: Connection): Promise<() => void>
  fail(error: unknown): void
}

/** One sync for all work that arrived during the last one: SQLite has one writer. */
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

async function commitEach(connection: Connection, group: readonly Waiting[]): Promise<void> {
  for (const one of group) {
    const done = connection.transaction().execute((transaction) => one.run(transaction))
    await done.then(
      (tell) => tell(),
      (error: unknown) => one.fail(error),
    )
  }
}
