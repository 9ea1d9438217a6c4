import { setTimeout as pause } from 'node:timers/promises'
import type { CoreDeps } from '../../deps.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { indexNewCreators } from '../../db/search/index-records.queries.ts'
import type { ScopeList } from '../../db/engine/scopes.ts'
import { growingPauseMs, type JobKind, longestPauseMs, type Run } from '../../jobs/job.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { insertJob } from '../../jobs/jobs.queries.ts'
import { listPodcastsOf } from './linked-records.queries.ts'
import {
  type PreparedTokens,
  prepareTokens,
  type RecordsOfKind,
  reindexRecords,
  textsOf,
} from './linked-records.ts'

type ReindexingDeps = Pick<CoreDeps, 'config' | 'db' | 'changes' | 'clock'>

/** What a service needs that calls `reindexLinked`. */
export type LinkedDeps = ReindexingDeps & { readonly jobs: Pick<Jobs, 'wake'> }

/** What a change of a name indexes itself; searches find more than these a little later. */
const mostInTransaction = 200

/** Editors wait for a part while the library is in use. */
const recordsInPart = 20

export const linkedJob = 'reindex-linked'

/** Tokens of what `reindexLinked` indexes in its transaction. */
export async function prepareLinked(
  { db }: Pick<ReindexingDeps, 'db'>,
  records: readonly RecordsOfKind[],
): Promise<PreparedTokens> {
  return await prepareTokens(textsOf(db.connection, divide(records).first))
}

/**
 * Makes records findable by the present names of what they are linked to: few in the transaction that changed a name,
 * the others by a job. `Jobs.wake` follows the commit.
 */
export async function reindexLinked(
  { db, clock }: Pick<ReindexingDeps, 'db' | 'clock'>,
  transaction: Connection,
  records: readonly RecordsOfKind[],
  prepared: PreparedTokens,
): Promise<void> {
  const { first, others } = divide(records)
  for (const part of first) await reindexRecords(transaction, db.dialect, part, prepared, indexNewCreators)
  if (others.length > 0)
    await insertJob(transaction, { kind: linkedJob, subject: null, payload: { records: others } }, clock())
}

function divide(records: readonly RecordsOfKind[]): { first: RecordsOfKind[]; others: RecordsOfKind[] } {
  let room = mostInTransaction
  const first: RecordsOfKind[] = []
  const others: RecordsOfKind[] = []
  for (const { kind, ids } of records) {
    if (room > 0) first.push({ kind, ids: ids.slice(0, room) })
    if (ids.length > room) others.push({ kind, ids: ids.slice(room) })
    room = Math.max(0, room - ids.length)
  }
  return { first, others }
}

/** A run that was interrupted begins again; records that are gone are left out. */
export function createLinkedReindexing(deps: ReindexingDeps & Pick<CoreDeps, 'log'>): JobKind {
  return {
    name: linkedJob,
    leaseMs: 5 * 60_000,
    longestWaitMs: 2 * longestPauseMs,
    async run({ payload }, run) {
      const { records } = payload as { records: readonly RecordsOfKind[] }
      const podcasts = new Set<number>()
      for (const { kind, ids } of records)
        for (let start = 0; start < ids.length; start += recordsInPart) {
          const part = { kind, ids: ids.slice(start, start + recordsInPart) }
          const prepared = await prepareTokens(textsOf(deps.db.connection, [part]))
          await changeInPart(deps, run, ['audio-books', 'podcasts'], (transaction) =>
            reindexRecords(transaction, deps.db.dialect, part, prepared, indexNewCreators),
          )
          if (kind === 'episode')
            for (const id of await listPodcastsOf(deps.db.connection, part.ids)) podcasts.add(id)
          await run.report({ kind, done: start + part.ids.length })
        }
      // Searches were answered without them, those of a podcast's episodes too.
      await changeCatalogue(
        deps,
        { changes: ['audio-books/+', 'podcasts/+'] },
        async (_transaction, alsoChanged) =>
          alsoChanged(...[...podcasts].map((id) => `podcasts/${id}` as const)),
      )
    },
    onFailure(error, { attempts }) {
      deps.log.warn({ err: error }, 'Indexing what a changed name stands in failed; it is tried again.')
      return { retryAt: deps.clock() + growingPauseMs(attempts), restMs: 0 }
    },
  }
}

/** A small transaction of long work in the background, and a rest as long as it took. */
export async function changeInPart(
  deps: ReindexingDeps,
  { signal }: Run,
  holds: readonly ScopeList[],
  work: (transaction: Connection) => Promise<void>,
): Promise<void> {
  signal.throwIfAborted()
  const begun = performance.now()
  await changeCatalogue(deps, { changes: [], holds }, work)
  await pause(performance.now() - begun, undefined, { signal })
}
