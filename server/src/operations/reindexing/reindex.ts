import { reindexCreators } from '../../catalogue/creators/creators.service.ts'
import { reindexRecords } from '../../catalogue/creators/linked-records.ts'
import { changeInPart } from '../../catalogue/creators/reindex-linked.ts'
import { reindexSeries } from '../../catalogue/series/series.service.ts'
import type { CoreDeps } from '../../deps.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import { type ListedTable, listIdsAfter } from '../../http/lists/whole-list.queries.ts'
import type { JobKind, Run } from '../../jobs/job.ts'
import { insertMissingJob } from '../../jobs/jobs.queries.ts'
import { reindexAccounts } from '../../people/users/users.service.ts'
import { hasReached, insertMilestone } from '../sample/milestones.queries.ts'

type Reindex = (transaction: Connection, dialect: Dialect, ids: number[]) => Promise<void>

const ofRecords =
  (kind: 'audio-book' | 'podcast' | 'episode'): Reindex =>
  (transaction, dialect, ids) =>
    reindexRecords(transaction, dialect, { kind, ids })

const catalogue = {
  creators: reindexCreators,
  series: reindexSeries,
  audio_books: ofRecords('audio-book'),
  podcasts: ofRecords('podcast'),
  episodes: ofRecords('episode'),
} as const satisfies Partial<Record<ListedTable, Reindex>>

const recordsAtOnce = 200
/** Of a change while the library is in use: editors wait for it. */
const recordsOfAChange = 20

/** Makes the search index of everything, in one transaction. */
export async function rebuildSearch(transaction: Connection, dialect: Dialect): Promise<void> {
  for (const [table, reindex] of Object.entries({ users: reindexAccounts, ...catalogue }))
    await forEachSlice(transaction, table as ListedTable, recordsAtOnce, (ids) =>
      reindex(transaction, dialect, ids),
    )
}

async function forEachSlice(
  connection: Connection,
  table: ListedTable,
  atOnce: number,
  work: (ids: number[]) => Promise<void>,
): Promise<void> {
  for (let last = 0; ; ) {
    const ids = await listIdsAfter(connection, table, last, atOnce)
    if (ids.length === 0) return
    await work(ids)
    last = ids.at(-1) as number
  }
}

/** Episodes, series and names of all kinds are in the search index. */
export const allKindsIndexed = 'all-kinds-indexed'

type ReindexingDeps = Pick<CoreDeps, 'config' | 'db' | 'changes' | 'clock' | 'log'>

/**
 * Of a database of an earlier version, in small transactions with rests between them, so that editors and listeners wait for
 * none. A run that was interrupted begins again. Searches find what was missing once all is indexed.
 */
async function reindexCatalogue(deps: ReindexingDeps, run: Run): Promise<void> {
  const { connection, dialect } = deps.db
  for (const [table, reindex] of Object.entries(catalogue)) {
    const work = async (ids: number[]): Promise<void> => {
      await changeInPart(deps, run, holds, (transaction) => reindex(transaction, dialect, ids))
      await run.report({ table, last: ids.at(-1) })
    }
    await forEachSlice(connection, table as ListedTable, recordsOfAChange, work)
  }
  await changeCatalogue(deps, { changes: holds.map((list) => `${list}/+` as const) }, (transaction) =>
    insertMilestone(transaction, allKindsIndexed, deps.clock()),
  )
}

/** All that names other records in the index. */
const holds = ['creators', 'series', 'audio-books', 'podcasts'] as const

const minuteMs = 60_000
const hourMs = 60 * minuteMs
export const reindexingJob = 'reindex-catalogue'

export function createReindexing(deps: ReindexingDeps): JobKind {
  return {
    name: reindexingJob,
    leaseMs: 5 * minuteMs,
    longestWaitMs: 2 * hourMs,
    run: (_job, run) => reindexCatalogue(deps, run),
    onFailure(error) {
      deps.log.warn({ err: error }, 'Indexing the catalogue failed; it is tried again in an hour.')
      return { retryAt: deps.clock() + hourMs, restMs: 0 }
    },
  }
}

export async function queueReindexing({ db, clock }: Pick<ReindexingDeps, 'db' | 'clock'>): Promise<void> {
  if (await hasReached(db.connection, allKindsIndexed)) return
  const now = clock()
  await insertMissingJob(db.connection, reindexingJob, { now, dueAt: now })
}
