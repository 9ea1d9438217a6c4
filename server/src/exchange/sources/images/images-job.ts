import { setTimeout as sleep } from 'node:timers/promises'
import { changeCatalogue } from '../../../db/changes/change-catalogue.ts'
import type { Connection, Dialect } from '../../../db/engine/dialect.ts'
import { heldLeaseMs, type HeldRun, withHeldRun } from '../../../jobs/held-run.ts'
import { failureReason, growingPauseMs, type Job, type JobKind } from '../../../jobs/job.ts'
import { insertMissingJobs } from '../../../jobs/jobs.queries.ts'
import { deleteMedia, type DeletedMedia, filesOf, storedHashes } from '../../../media/media.queries.ts'
import { tryRemoveUnusedFiles } from '../../../media/storage/unused-files.ts'
import { insertRecordCover } from '../../../media/upload/record-media.queries.ts'
import { noCover, openCover, type OpenedCover } from '../../import/apply/library-cover.ts'
import { fetchNamed } from '../source/fetch-named.ts'
import type { SourceDeps } from '../source/source-deps.ts'
import { findSource, type SourceRow } from '../source/sources.queries.ts'
import {
  clearDueImages,
  countItemImages,
  type DueImage,
  findCoverHash,
  listDueImages,
  listFeedCovers,
  setEpisodeCover,
} from './item-images.queries.ts'

export const imagesJob = 'item images'

const dayMs = 86_400_000
/** Between two requests to a host. */
const pauseMs = 250
/** Of one transaction. */
const episodesAtOnce = 50
/** Of a source, the newest first; others have the podcast's. */
export const mostImages = 500
/** Of a host that fails; then episodes are without their pictures until their items change. */
const mostFailures = 5

/** In the transaction that says so of items. */
export async function queueImages(
  db: { readonly connection: Connection; readonly dialect: Dialect },
  sourceId: number,
  now: number,
): Promise<void> {
  await insertMissingJobs(db, imagesJob, [{ subject: String(sourceId), payload: { sourceId } }], now)
}

/** Fetches the pictures that items name, each once for all that name it: they become covers of the episodes (0071). */
export function createItemImages(deps: SourceDeps): JobKind {
  return {
    name: imagesJob,
    leaseMs: heldLeaseMs,
    longestWaitMs: dayMs,
    longestSleepMs: 10_000,
    atOnce: 2,
    run: (job, run) => withHeldRun(deps, job, run, (held) => fetchImages(deps, job, held)),
    onFailure(error, job) {
      deps.log.info(failureReason(error), 'Pictures of a feed could not be fetched; they are tried again.')
      return { retryAt: deps.clock() + growingPauseMs(job.attempts), restMs: 0 }
    },
  }
}

async function fetchImages(deps: SourceDeps, job: Job, held: HeldRun): Promise<void> {
  const { connection } = deps.db
  const { sourceId } = job.payload as { readonly sourceId: number }
  const isLastTry = job.attempts >= mostFailures
  for (;;) {
    const source = await findSource(connection, sourceId)
    const due = source ? await listDueImages(connection, sourceId) : []
    const imageUrl = due[0]?.imageUrl ?? null
    if (!source || due.length === 0) return
    const isWanted =
      imageUrl !== null &&
      imageUrl !== source.image_url &&
      (await countItemImages(connection, sourceId)) < mostImages
    await using image = isWanted ? await fetchImage(deps, source, imageUrl, { held, isLastTry }) : noCover
    const isOwn = image.cover?.sha256 !== (await findCoverHash(connection, source.podcast_id))
    await showImage(deps, source, due, { image: isOwn ? image : noCover, held })
    if (isWanted) await sleep(pauseMs, undefined, { signal: held.signal })
  }
}

/** None for what is no picture. @throws EgressError */
async function fetchImage(
  deps: SourceDeps,
  source: SourceRow,
  url: string,
  { held: { signal }, isLastTry }: { readonly held: HeldRun; readonly isLastTry: boolean },
): Promise<OpenedCover> {
  const file = { url, accept: 'image/*', maxBytes: deps.config.maxImageBytes }
  const bytes = await fetchNamed(deps, source, file, { signal, isLastTry })
  return await openCover(deps, bytes && { bytes })
}

interface Showing {
  readonly image: OpenedCover
  readonly held: HeldRun
}

/** Some at a time, as each change voids what is kept of the podcast; covers of editors stay. */
async function showImage(
  deps: SourceDeps,
  source: SourceRow,
  due: readonly DueImage[],
  showing: Showing,
): Promise<void> {
  for (let start = 0; start < due.length; start += episodesAtOnce)
    await showSome(deps, source, due.slice(start, start + episodesAtOnce), showing)
}

async function showSome(
  deps: SourceDeps,
  { podcast_id: podcastId }: SourceRow,
  due: readonly DueImage[],
  { image: { cover, preview }, held }: Showing,
): Promise<void> {
  const change = { changes: [`podcasts/${podcastId}` as const], files: filesOf(cover, preview) }
  const dropped = await changeCatalogue(deps, change, async (connection, alsoChanged) => {
    await held.hold(connection)
    const db = { connection, dialect: deps.db.dialect }
    const now = deps.clock()
    const former: DeletedMedia[] = []
    for (const episode of await listFeedCovers(db, due)) {
      if (cover === null && episode.mediaIds.length === 0) continue
      const ids = await insertRecordCover(connection, { cover, preview, previewChosen: false }, now)
      await setEpisodeCover(connection, episode, ids, now)
      former.push(...(await deleteMedia(connection, episode.mediaIds)))
    }
    await clearDueImages(db, due)
    alsoChanged(...former.map(({ key }) => `media/${key}` as const))
    return former
  })
  await tryRemoveUnusedFiles(deps, storedHashes(dropped))
}
