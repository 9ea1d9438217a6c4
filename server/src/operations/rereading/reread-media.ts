import { setTimeout as pause } from 'node:timers/promises'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { AppError } from '../../errors.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import type { JobKind, Run } from '../../jobs/job.ts'
import { insertMissingJob } from '../../jobs/jobs.queries.ts'
import type { MediaProbe } from '../../media/probe/ingest.ts'
import { probeProcess } from '../../media/probe/probe-process.ts'
import { ShortFileError } from '../../media/storage/files/storage-errors.ts'
import { restorePositions } from '../../listening/positions/restore-positions.ts'
import {
  type Findings,
  listOutdatedMedia,
  type ReadMedium,
  updateFindings,
} from './outdated-media.queries.ts'

type RereadDeps = Pick<MediaDeps, 'db' | 'storage' | 'changes' | 'clock' | 'log'>

/** Media per change of the catalogue, since each change voids cached responses. */
const mediaAtOnce = 20

interface Reread {
  readonly medium: ReadMedium
  readonly found: Findings
}

/**
 * Findings are committed as they come, so an interrupted run goes on (0022). Unreadable media keep their former findings;
 * missing ones are left to the next run.
 *
 * @throws AppError `ServiceUnavailable`, `InsufficientStorage`; JobEnded; the reason of the signal
 */
export async function rereadMedia(deps: RereadDeps, run: Run): Promise<void> {
  for await (const outdated of listOutdatedMedia(deps.db.connection)) {
    for (let start = 0; start < outdated.length; start += mediaAtOnce)
      await rereadSome(deps, outdated.slice(start, start + mediaAtOnce), run)
  }
}

async function rereadSome(deps: RereadDeps, media: readonly ReadMedium[], run: Run): Promise<void> {
  const reread: Reread[] = []
  for (const medium of media) {
    run.signal.throwIfAborted()
    const begun = performance.now()
    const found = await readAgain(deps, medium, run.signal)
    if (found) reread.push({ medium, found })
    // Listeners read from the same disk.
    await pause(performance.now() - begun, undefined, { signal: run.signal })
    await run.report({ medium: medium.id })
  }
  await keepFindings(deps, reread)
}

/** @returns null for a medium to be tried again */
async function readAgain(
  deps: RereadDeps,
  medium: ReadMedium,
  signal: AbortSignal,
): Promise<Findings | null> {
  try {
    await using file = await deps.storage.localFile({ sha256: medium.sha256, sizeBytes: medium.size_bytes })
    return await find(medium, file.path, probeProcess.forUpload(signal))
  } catch (error) {
    signal.throwIfAborted()
    const isMissing =
      error instanceof ShortFileError || (error instanceof AppError && error.code === 'NotFound')
    const isRefused = error instanceof AppError && refusals.has(error.code)
    if (!isMissing && !isRefused) throw error
    deps.log.warn({ err: error, media: medium.key }, 'reading a medium again')
    return isMissing ? null : medium
  }
}

const refusals = new Set(['UnsupportedMedia', 'BrokenMedia', 'UnreadableMedia', 'FileTooLarge'])

async function find(medium: ReadMedium, path: string, reading: MediaProbe): Promise<Findings> {
  const { duration_ms, color, placeholder, size_bytes, content_type } = medium
  if (content_type.startsWith('image/'))
    return { duration_ms, ...(await reading.probePlaceholder(path, size_bytes)) }
  return { duration_ms: (await reading.probeAudio(path, size_bytes)).durationMs, color, placeholder }
}

async function keepFindings(deps: RereadDeps, reread: readonly Reread[]): Promise<void> {
  const changed = reread.filter(isChanged)
  const corrected = changed.filter(({ medium, found }) => found.duration_ms !== medium.duration_ms)
  let places = 0
  for (const { medium, found } of corrected) places += await correctPlaces(deps, medium, found)
  const same = reread.filter((one) => !isChanged(one))
  if (same.length > 0) await deps.db.groupCommit((transaction) => update(transaction, same))
  if (changed.length > 0)
    await changeCatalogue(deps, anyRecord, (transaction) => update(transaction, changed))
  if (corrected.length > 0)
    deps.log.info({ recordings: corrected.length, places }, 'correcting durations of recordings')
}

const anyRecord = { changes: ['audio-books/*', 'podcasts/*'], holds: ['audio-books', 'podcasts'] } as const

function isChanged({ medium, found }: Reread): boolean {
  return (
    found.duration_ms !== medium.duration_ms ||
    found.color !== medium.color ||
    found.placeholder !== medium.placeholder
  )
}

async function update(transaction: RereadDeps['db']['connection'], reread: readonly Reread[]): Promise<void> {
  for (const { medium, found } of reread) await updateFindings(transaction, medium, found)
}

/** Before the duration itself, by which an interrupted run finds them again. */
async function correctPlaces(deps: RereadDeps, medium: ReadMedium, found: Findings): Promise<number> {
  const [storedMs, measuredMs] = [medium.duration_ms, found.duration_ms]
  return storedMs === null || measuredMs === null
    ? 0
    : await restorePositions(deps, medium.id, { storedMs, measuredMs })
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const rereadingJob = 'reread-media'

export function createRereading(deps: RereadDeps): JobKind {
  return {
    name: rereadingJob,
    leaseMs: 15 * minuteMs,
    longestWaitMs: 2 * hourMs,
    run: (_job, run) => rereadMedia(deps, run),
    onFailure(error) {
      deps.log.warn({ err: error }, 'Reading media again failed; it is tried again in an hour.')
      return { retryAt: deps.clock() + hourMs, restMs: 0 }
    },
  }
}

export async function queueRereading({ db, clock }: Pick<RereadDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  await insertMissingJob(db.connection, rereadingJob, { now, dueAt: now })
}
