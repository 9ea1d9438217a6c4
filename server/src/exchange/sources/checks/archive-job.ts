import { changeCatalogue } from '../../../db/changes/change-catalogue.ts'
import { isUnlisted } from '../../../catalogue/podcasts/podcasts.queries.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import { heldLeaseMs, type HeldRun, withHeldRun } from '../../../jobs/held-run.ts'
import { failureReason, growingPauseMs, type Job, type JobKind } from '../../../jobs/job.ts'
import { askForJob } from '../../../jobs/jobs.queries.ts'
import { queueKeeping } from '../keep/keep-jobs.ts'
import { type FurtherPage, furtherPages, hasRoom } from '../source/further-pages.ts'
import { withSharedGuids } from '../source/identity.ts'
import type { SourceDeps } from '../source/source-deps.ts'
import { findSource, type SourceRow, updateSource } from '../source/sources.queries.ts'
import { sliceItems } from '../writing/feed-slices.ts'
import { listStoredItems } from '../writing/source-items.queries.ts'
import { writeItems } from '../writing/write-items.ts'

export const archiveJob = 'feed archive'

const dayMs = 86_400_000
/** Of a page that cannot be read; it is tried again after the next check of its source. */
const mostFailures = 5

/** For a source with pages that are still to be read. */
export async function queueArchive(connection: Connection, sourceId: number, now: number): Promise<void> {
  await askForJob(connection, { kind: archiveJob, subject: String(sourceId), payload: { sourceId } }, now)
}

/** Reads the pages of a feed that its first reading had no time for, each written before the next is read (0070). */
export function createFeedArchives(deps: SourceDeps): JobKind {
  return {
    name: archiveJob,
    leaseMs: heldLeaseMs,
    longestWaitMs: dayMs,
    longestSleepMs: 10_000,
    run: (job, run) => withHeldRun(deps, job, run, (held) => readArchive(deps, job, held)),
    onFailure(error, job) {
      deps.log.info(failureReason(error), 'Further pages of a feed could not be read; they are tried again.')
      const isLast = job.attempts >= mostFailures
      return { retryAt: isLast ? null : deps.clock() + growingPauseMs(job.attempts), restMs: 0 }
    },
  }
}

async function readArchive(deps: SourceDeps, job: Job, held: HeldRun): Promise<void> {
  const { connection } = deps.db
  const { sourceId } = job.payload as { readonly sourceId: number }
  const source = await findSource(connection, sourceId)
  if (!source) return
  const known = new Set((await listStoredItems(connection, sourceId)).map(({ guidKey }) => guidKey))
  for await (const page of furtherPages(deps, source, source.archive_url, held.signal)) {
    const items = withSharedGuids(page.items, known)
    await writePage(deps, source, { ...page, items }, held)
    for (const { guidKey } of items) known.add(guidKey)
    if (!hasRoom(known.size)) break
  }
  await goOnAt(deps, sourceId, null, held)
  if (source.keep !== 'none') await queueKeeping(connection, sourceId, deps.clock())
}

/** Its episodes are older than those that are here: they are nobody's new ones. */
async function writePage(
  deps: SourceDeps,
  { id: sourceId, podcast_id: podcastId }: SourceRow,
  { items, nextPageUrl }: FurtherPage,
  held: HeldRun,
): Promise<void> {
  const { dialect } = deps.db
  const isNaming = !(await isUnlisted(deps.db.connection, podcastId))
  const plan = { added: items.toReversed(), changed: [] }
  for (const slice of await sliceItems(deps, plan, isNaming))
    await changeCatalogue(deps, { changes: [`podcasts/${podcastId}`] }, async (connection) => {
      await held.hold(connection)
      const target = { connection, dialect, sourceId, podcastId, now: deps.clock(), isArchive: true }
      await writeItems(target, slice)
    })
  await goOnAt(deps, sourceId, nextPageUrl, held)
}

/** Null: all pages were read. */
async function goOnAt(deps: SourceDeps, sourceId: number, url: string | null, held: HeldRun): Promise<void> {
  await deps.db.connection.transaction().execute(async (connection) => {
    // First the source, then the job: as a check locks them.
    await updateSource(connection, sourceId, { archive_url: url })
    await held.hold(connection)
  })
}
