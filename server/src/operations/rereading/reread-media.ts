import { setTimeout as pause } from 'node:timers/promises'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { AppError } from '../../errors.ts'
import { reindexRecords } from '../../catalogue/creators/linked-records.ts'
import { followSound } from '../../catalogue/editing/recording-chapters.queries.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import type { JobKind, Run } from '../../jobs/job.ts'
import { insertMissingJob } from '../../jobs/jobs.queries.ts'
import { chaptersColumn } from '../../media/media.queries.ts'
import { type MediaProbe, type ReceivedIndex, receiveIndex } from '../../media/probe/ingest.ts'
import { probeProcess } from '../../media/probe/probe-process.ts'
import { reserveFiles } from '../../media/storage/unused-files.ts'
import { ShortFileError } from '../../media/storage/files/storage-errors.ts'
import { restorePositions } from '../../listening/positions/restore-positions.ts'
import {
  type Findings,
  isFile,
  listRecordingsFrom,
  listOutdatedMedia,
  type ReadMedium,
  replaceByJoined,
  updateFindings,
} from './outdated-media.queries.ts'

type RereadDeps = Pick<MediaDeps, 'config' | 'db' | 'storage' | 'changes' | 'clock' | 'log'>

/** Media per change of the catalogue, since each change voids cached responses. */
const mediaAtOnce = 20

interface Reread {
  readonly medium: ReadMedium
  readonly found: Findings
  /** Of a recording whose times are found by an index alone (0045). */
  readonly index: ReceivedIndex | null
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
  await using indexes = new AsyncDisposableStack()
  for (const medium of media) {
    run.signal.throwIfAborted()
    const begun = performance.now()
    const one = await readAgain(deps, medium, run.signal)
    if (one) reread.push(one)
    if (one?.index) indexes.use(one.index.file)
    // Listeners read from the same disk.
    await pause(performance.now() - begun, undefined, { signal: run.signal })
    await run.report({ medium: medium.id })
  }
  await keepFindings(deps, reread)
}

/** @returns null for a medium to be tried again */
async function readAgain(deps: RereadDeps, medium: ReadMedium, signal: AbortSignal): Promise<Reread | null> {
  try {
    await using file = await deps.storage.localFile({ sha256: medium.sha256, sizeBytes: medium.size_bytes })
    return await find(deps, medium, file.path, probeProcess.forUpload(signal))
  } catch (error) {
    signal.throwIfAborted()
    const isMissing = error instanceof ShortFileError || isAway(medium, error)
    const isRefused = error instanceof AppError && refusals.has(error.code)
    if (!isMissing && !isRefused) throw error
    deps.log.warn({ err: error, media: medium.key }, 'reading a medium again')
    return isMissing ? null : { medium, found: medium, index: null }
  }
}

/** A library folder that is away is no reason to leave all others unread. */
function isAway({ origin }: ReadMedium, error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  return error.code === 'NotFound' || (origin === 'library' && error.code === 'ServiceUnavailable')
}

const refusals = new Set(['UnsupportedMedia', 'BrokenMedia', 'UnreadableMedia', 'FileTooLarge'])

async function find(
  deps: RereadDeps,
  medium: ReadMedium,
  path: string,
  reading: MediaProbe,
): Promise<Reread> {
  const { duration_ms, color, placeholder, chapters: kept, size_bytes: sizeBytes, sha256 } = medium
  if (medium.content_type.startsWith('image/')) {
    const found = { duration_ms, chapters: kept, ...(await reading.probePlaceholder(path, sizeBytes)) }
    return { medium, found, index: null }
  }
  const { durationMs, needsIndex, chapters } = await reading.probeAudio(path, sizeBytes)
  const isJoined = needsIndex && (await isFile(deps.db.connection, medium))
  const index = isJoined ? await receiveIndex(deps, [{ path, sizeBytes, sha256 }], reading) : null
  const found = { duration_ms: durationMs, color, placeholder, chapters: chaptersColumn(chapters) }
  return { medium, found, index }
}

async function keepFindings(deps: RereadDeps, reread: readonly Reread[]): Promise<void> {
  const changed = reread.filter(isChanged)
  const corrected = changed.filter(({ medium, found }) => found.duration_ms !== medium.duration_ms)
  let places = 0
  for (const { medium, found } of corrected) places += await correctPlaces(deps, medium, found)
  const same = reread.filter((one) => !isChanged(one))
  if (same.length > 0) await deps.db.groupCommit((transaction) => update(transaction, same))
  if (changed.length > 0) await keepChanged(deps, changed)
  if (corrected.length > 0)
    deps.log.info({ recordings: corrected.length, places }, 'correcting durations of recordings')
}

async function keepChanged(deps: RereadDeps, changed: readonly Reread[]): Promise<void> {
  const indexes = changed.flatMap(({ index }) => (index ? [index] : []))
  const files = indexes.map(({ media }) => media)
  const release = await reserveFiles(deps, files)
  try {
    for (const { file, media } of indexes) await file.keep(media.contentType)
    await changeCatalogue(deps, { ...anyRecord, files }, async (transaction) => {
      await update(transaction, changed)
      await followAll(transaction, deps.db.dialect, changed)
    })
  } finally {
    await release()
  }
}

const anyRecord = { changes: ['audio-books/*', 'podcasts/*'], holds: ['audio-books', 'podcasts'] } as const

function isChanged({ medium, found, index }: Reread): boolean {
  return (
    index !== null ||
    found.duration_ms !== medium.duration_ms ||
    found.color !== medium.color ||
    found.placeholder !== medium.placeholder ||
    found.chapters !== medium.chapters
  )
}

async function update(transaction: Connection, reread: readonly Reread[]): Promise<void> {
  for (const { medium, found, index } of reread) {
    await updateFindings(transaction, medium, found)
    if (index) await replaceByJoined(transaction, medium, index)
  }
}

/** Recordings have the chapters of their sound, and are found by them. */
async function followAll(
  transaction: Connection,
  dialect: Dialect,
  reread: readonly Reread[],
): Promise<void> {
  for (const { medium } of reread) {
    for (const { id, audio_book_id, episode_id } of await listRecordingsFrom(transaction, medium)) {
      if (!(await followSound(transaction, id))) continue
      const ofBook = { kind: 'audio-book', ids: [audio_book_id ?? 0] } as const
      const ofEpisode = { kind: 'episode', ids: [episode_id ?? 0] } as const
      await reindexRecords(transaction, dialect, audio_book_id === null ? ofEpisode : ofBook)
    }
  }
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
