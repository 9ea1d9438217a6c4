import { removeRecord } from '../../../catalogue/editing/remove-record.ts'
import type { FailureOf } from '../../../errors.ts'
import { failureReason, growingPauseMs, type JobKind } from '../../../jobs/job.ts'
import type { SourceDeps } from '../source/source-deps.ts'
import { listAbandonedPodcasts } from '../source/sources.queries.ts'
import { listGoneEpisodes } from './keep.queries.ts'

export const goneEpisodesJob = 'gone episodes'

const dayMs = 86_400_000
/** After which an episode that left its feed, and that nobody has any use for, goes (0065). */
export const goneAfterMs = 90 * dayMs
const episodesAtOnce = 20

export function createGoneEpisodes(deps: SourceDeps, failure: FailureOf<'NotFound'>): JobKind {
  return {
    name: goneEpisodesJob,
    leaseMs: dayMs / 2,
    longestWaitMs: 2 * dayMs,
    everyMs: dayMs,
    async run(_job, { signal }) {
      await removeGoneEpisodes(deps, signal, failure)
      await removeAbandonedPodcasts(deps, signal, failure)
    },
    onFailure(error, job) {
      deps.log.warn(failureReason(error), 'Removing gone episodes was interrupted; it goes on by itself.')
      return { retryAt: deps.clock() + growingPauseMs(job.attempts), restMs: 0 }
    },
  }
}

async function removeGoneEpisodes(
  deps: SourceDeps,
  signal: AbortSignal,
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  const time = deps.clock() - goneAfterMs
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const page = await listGoneEpisodes(deps.db.connection, time, { after, limit: episodesAtOnce })
    for (const { episodeId, podcastId } of page.unused)
      await removeRecord(deps, { kind: 'episode', id: episodeId, podcastId }, failure)
    if (page.last === null) return
    after = page.last
  }
}

/** Nobody has them any more (0067). */
async function removeAbandonedPodcasts(
  deps: SourceDeps,
  signal: AbortSignal,
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  for (const id of await listAbandonedPodcasts(deps.db.connection)) {
    signal.throwIfAborted()
    await removeRecord(deps, { kind: 'podcast', id }, failure)
  }
}
