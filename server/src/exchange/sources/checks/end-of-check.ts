import { changeCatalogue } from '../../../db/changes/change-catalogue.ts'
import { type FetchFailure, type Fetched } from '../source/fetch-feed.ts'
import { isGoneForGood, nextCheck, nextTry } from '../source/schedule.ts'
import { listLastPublished } from '../writing/source-items.queries.ts'
import type { FeedDocument, FeedIgnored } from '../reader/feed-document.ts'
import type { SourceDeps } from '../source/source-deps.ts'
import { endCheck, isFollowed, type SourceChange, type SourceRow } from '../source/sources.queries.ts'

/** What a source's row becomes when a check has ended. */

type Answered = Extract<Fetched, { kind: 'read' | 'same' }>

const itemsOfGap = 10

/** After a feed that was read, or is as it was. */
export async function endOfCheck(
  deps: SourceDeps,
  {
    id,
    podcast_id,
    state = 'active',
    last_error = null,
    ttl_ms = null,
  }: Pick<SourceRow, 'id' | 'podcast_id'> & Partial<Pick<SourceRow, 'state' | 'last_error' | 'ttl_ms'>>,
  fetched: Answered,
) {
  const now = deps.clock()
  const { connection } = deps.db
  const ttlMs = fetched.kind === 'read' ? ttlOf(fetched.document) : ttl_ms
  const isPaused = state === 'paused'
  return {
    state: isPaused ? ('paused' as const) : ('active' as const),
    etag: fetched.etag,
    last_modified: fetched.lastModified,
    body_hash: fetched.bodyHash,
    ttl_ms: ttlMs,
    failures: 0,
    failed_since: null,
    gone_since: null,
    last_error: fetched.kind === 'read' ? lossOf(fetched.document) : isLoss(last_error) ? last_error : null,
    checked_at: now,
    ...(fetched.kind === 'read' && { changed_at: now }),
    next_at: isPaused
      ? null
      : nextCheck({
          now,
          publishedAts: await listLastPublished(connection, id, itemsOfGap),
          isFollowed: await isFollowed(connection, podcast_id),
          maxAgeMs: fetched.maxAgeMs,
          ttlMs,
          random: Math.random(),
        }),
  }
}

function ttlOf({ ttlSeconds }: FeedDocument): number | null {
  return ttlSeconds === null ? null : ttlSeconds * 1000
}

const losses: Partial<Record<FeedIgnored, string>> = {
  TooManyItems: 'The feed has more than 20,000 items; the others are left out.',
  TextTooLong: 'Texts of the feed are longer than 1 MiB; they are left out.',
  Truncated: 'The feed breaks off; what follows is not there.',
}

/** What of a feed was read without. */
function lossOf({ ignored }: FeedDocument): string | null {
  return ignored.flatMap((one) => losses[one] ?? [])[0] ?? null
}

/** Whether it is said of the feed as it was read last, and so still is where it has not changed. */
function isLoss(text: string | null): boolean {
  return Object.values(losses).some((loss) => loss === text)
}

const goneStatus = 410

export function endOfFailure(now: number, row: SourceRow, failure: FetchFailure) {
  const failures = row.failures + 1
  const failedSince = row.failed_since ?? now
  const isGone = failure.status === goneStatus
  const isForGood = isGone && isGoneForGood(row.gone_since, now)
  const next = nextTry({
    now,
    failures,
    failedSince,
    retryAfterMs: failure.retryAfterMs,
    random: Math.random(),
  })
  const isPaused = row.state === 'paused'
  return {
    failures,
    failed_since: failedSince,
    gone_since: isGone ? (row.gone_since ?? now) : null,
    last_error: failure.reason,
    checked_at: now,
    ...(isForGood ? { state: 'gone' as const, next_at: null } : { state: next.state, next_at: next.nextAt }),
    ...(isPaused && { state: 'paused' as const, next_at: null }),
  }
}

/** The feed has become another one: an editor decides. */
export async function endOfForeign(deps: SourceDeps, row: SourceRow, fetched: Answered) {
  const {
    failures: _failures,
    state: _state,
    failed_since: _since,
    ...end
  } = await endOfCheck(deps, row, fetched)
  // Read again when it is asked for: nothing of it was taken.
  return {
    ...end,
    etag: row.etag,
    last_modified: row.last_modified,
    body_hash: row.body_hash,
    changed_at: row.changed_at,
    last_error: 'This feed has become another one.',
  }
}

/** Ends a check that changes nothing but the source. The podcast tells its state, which is therefore a change of it. */
export async function settleCheck(deps: SourceDeps, row: SourceRow, end: SourceChange): Promise<void> {
  const lease = { id: row.id, lease: row.lease ?? '' }
  if (end.state === row.state) return await endCheck(deps.db.connection, lease, end)
  await changeCatalogue(deps, { changes: [`podcasts/${row.podcast_id}`] }, (transaction) =>
    endCheck(transaction, lease, end),
  )
}
