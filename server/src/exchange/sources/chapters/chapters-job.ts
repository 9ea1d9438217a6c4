import { setTimeout as sleep } from 'node:timers/promises'
import { changeCatalogue } from '../../../db/changes/change-catalogue.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import { EgressError } from '../../../egress/egress.ts'
import { heldLeaseMs, withHeldRun, type HeldRun } from '../../../jobs/held-run.ts'
import { failureReason, growingPauseMs, type Job, type JobKind } from '../../../jobs/job.ts'
import { insertMissingJobs } from '../../../jobs/jobs.queries.ts'
import { maxDocumentBytes, readChaptersJson } from '../reader/documents/chapters-json.ts'
import type { FeedChapter } from '../reader/feed-document.ts'
import type { SourceDeps } from '../source/source-deps.ts'
import { findSource } from '../source/sources.queries.ts'
import {
  clearDueChapters,
  type DueChapters,
  listDueChapters,
  putFeedChapters,
} from './feed-chapters.queries.ts'

export const chaptersJob = 'feed chapters'

const dayMs = 86_400_000
const itemsAtOnce = 20
/** Between two requests to a host. */
const pauseMs = 250
/** Of a host that fails; then episodes are without their chapters until their items change. */
const mostFailures = 5

/** In the transaction that says so of items. */
export async function queueFeedChapters(
  db: { readonly connection: Connection; readonly dialect: SourceDeps['db']['dialect'] },
  sourceId: number,
  now: number,
): Promise<void> {
  await insertMissingJobs(db, chaptersJob, [{ subject: String(sourceId), payload: { sourceId } }], now)
}

/** Fetches the chapters that items name in documents of their own, one by one, the newest first (0066). */
export function createFeedChapters(deps: SourceDeps): JobKind {
  return {
    name: chaptersJob,
    leaseMs: heldLeaseMs,
    longestWaitMs: dayMs,
    longestSleepMs: 10_000,
    atOnce: 2,
    run: (job, run) => withHeldRun(deps, job, run, (held) => fetchChapters(deps, job, held)),
    onFailure(error, job) {
      deps.log.info(failureReason(error), 'Chapters of a feed could not be fetched; they are tried again.')
      return { retryAt: deps.clock() + growingPauseMs(job.attempts), restMs: 0 }
    },
  }
}

async function fetchChapters(deps: SourceDeps, job: Job, held: HeldRun): Promise<void> {
  const { connection } = deps.db
  const { sourceId } = job.payload as { readonly sourceId: number }
  const source = await findSource(connection, sourceId)
  if (!source) return
  for (;;) {
    const due = await listDueChapters(connection, sourceId, itemsAtOnce)
    if (due.length === 0) return
    for (const [place, item] of due.entries()) {
      if (place > 0) await sleep(pauseMs, undefined, { signal: held.signal })
      await held.check()
      await fetchOne(deps, source.podcast_id, item, { held, isLastTry: job.attempts >= mostFailures })
    }
  }
}

async function fetchOne(
  deps: SourceDeps,
  podcastId: number,
  item: DueChapters,
  { held, isLastTry }: { readonly held: HeldRun; readonly isLastTry: boolean },
): Promise<void> {
  const chapters = await readDocument(deps, item.url, held.signal).catch((error: unknown) => {
    if (!(error instanceof EgressError) || !isLastTry) throw error
    deps.log.info({ itemId: item.id, code: error.code }, 'chapters of a feed are left out')
    return null
  })
  const changes = [`podcasts/${podcastId}` as const]
  await changeCatalogue(deps, { changes }, async (transaction) => {
    await held.hold(transaction)
    await clearDueChapters(transaction, item)
    if (chapters !== null) await putFeedChapters(transaction, item.episodeId, chapters)
  })
}

/**
 * Null for what is no such document.
 *
 * @throws EgressError, also for a host that says that it fails
 */
async function readDocument(
  { egress }: SourceDeps,
  url: string,
  signal: AbortSignal,
): Promise<FeedChapter[] | null> {
  const { status, body } = await egress.fetch({
    url,
    isEditor: true,
    headers: { accept: 'application/json+chapters, application/json' },
    maxWireBytes: maxDocumentBytes,
    maxDecodedBytes: maxDocumentBytes,
    signal,
  })
  if (status >= 500 || status === 429) throw new EgressError('NoAnswer', `The host answers ${status}.`)
  return status === 200 ? readChaptersJson(body, url) : null
}
