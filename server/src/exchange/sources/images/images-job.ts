import { setTimeout as sleep } from 'node:timers/promises'
import { changeCatalogue } from '../../../db/changes/change-catalogue.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import { heldLeaseMs, type HeldRun, withHeldRun } from '../../../jobs/held-run.ts'
import { failureReason, growingPauseMs, type Job, type JobKind } from '../../../jobs/job.ts'
import { askForJob } from '../../../jobs/jobs.queries.ts'
import { deleteMedia, type DeletedMedia, filesOf, storedHashes } from '../../../media/media.queries.ts'
import { tryRemoveUnusedFiles } from '../../../media/storage/unused-files.ts'
import { insertRecordCover } from '../../../media/upload/record-media.queries.ts'
import { noCover, openCover, type OpenedCover } from '../../import/apply/library-cover.ts'
import { fetchNamed } from '../source/fetch-named.ts'
import type { SourceDeps } from '../source/source-deps.ts'
import { findSource, type SourceRow } from '../source/sources.queries.ts'
import {
  clearDueImages,
  clearPlainItems,
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
/** That wait to be written, as files. */
const picturesAtOnce = 20
/** Looked for at once: those that name one picture share its fetching. */
const itemsAtOnce = 2_000
/** Different ones of a source, the newest first; other episodes have the podcast's. */
const mostImages = 500
/** Of a host that fails; then episodes are without their pictures until their items change. */
const mostFailures = 5

/** In the transaction that says so of items. */
export async function queueImages(connection: Connection, sourceId: number, now: number): Promise<void> {
  await askForJob(connection, { kind: imagesJob, subject: String(sourceId), payload: { sourceId } }, now)
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
  const trying = { held, isLastTry: job.attempts >= mostFailures }
  let room = mostImages - (await countItemImages(connection, sourceId))
  for (;;) {
    const source = await findSource(connection, sourceId)
    if (!source) return
    await clearPlainItems(connection, { id: sourceId, coverUrl: source.image_url, hasRoom: room > 0 })
    const due = await listDueImages(connection, sourceId, itemsAtOnce)
    if (due.length === 0) return
    const pictures = [...Map.groupBy(due, ({ imageUrl }) => imageUrl).values()]
    room -= await fetchSome(deps, source, pictures.slice(0, picturesAtOnce), { ...trying, room })
  }
}

interface Trying {
  readonly held: HeldRun
  readonly isLastTry: boolean
}

/** A picture with the items that name it. */
interface Picture {
  readonly items: readonly DueImage[]
  readonly image: OpenedCover
}

/**
 * Written together, as each change voids what is kept of the podcast; also what there was before a failure.
 *
 * @returns how many more pictures there are
 */
async function fetchSome(
  deps: SourceDeps,
  source: SourceRow,
  pictures: readonly (readonly DueImage[])[],
  { room, ...trying }: Trying & { readonly room: number },
): Promise<number> {
  await using opened = new AsyncDisposableStack()
  const cover = await findCoverHash(deps.db.connection, source.podcast_id)
  const fetched: Picture[] = []
  let more = 0
  try {
    for (const items of pictures) {
      const url = items[0]?.imageUrl ?? null
      const isMore = items.every(({ mediaId }) => mediaId === null)
      const isWanted = url !== null && url !== source.image_url && (!isMore || more < room)
      if (!isWanted) {
        fetched.push({ items, image: noCover })
        continue
      }
      const image = opened.use(await fetchImage(deps, source, url, trying))
      const isOwn = image.cover !== null && image.cover.sha256 !== cover
      fetched.push({ items, image: isOwn ? image : noCover })
      if (isOwn && isMore) more += 1
      await sleep(pauseMs, undefined, { signal: trying.held.signal })
    }
  } finally {
    await showPictures(deps, source, fetched, trying.held)
  }
  return more
}

/** None for what is no picture. @throws EgressError */
async function fetchImage(
  deps: SourceDeps,
  source: SourceRow,
  url: string,
  { held: { signal }, isLastTry }: Trying,
): Promise<OpenedCover> {
  const file = { url, accept: 'image/*', maxBytes: deps.config.maxImageBytes }
  const bytes = await fetchNamed(deps, source, file, { signal, isLastTry })
  return await openCover(deps, bytes && { bytes })
}

interface Showing {
  readonly item: DueImage
  readonly image: OpenedCover
}

/** Of items that have no picture and get none, nothing changes that anybody sees. */
async function showPictures(
  deps: SourceDeps,
  source: SourceRow,
  pictures: readonly Picture[],
  held: HeldRun,
): Promise<void> {
  const all = pictures.flatMap(({ items, image }) => items.map((item) => ({ item, image })))
  const isChange = ({ item, image }: Showing) => image.cover !== null || item.mediaId !== null
  const plain = all.filter((one) => !isChange(one)).map(({ item }) => item)
  if (plain.length > 0) await clearDueImages(deps.db, plain)
  const changes = all.filter(isChange)
  for (let start = 0; start < changes.length; start += episodesAtOnce)
    await showSome(deps, source, changes.slice(start, start + episodesAtOnce), held)
}

/** Covers of editors stay. */
async function showSome(
  deps: SourceDeps,
  { podcast_id: podcastId }: SourceRow,
  showing: readonly Showing[],
  held: HeldRun,
): Promise<void> {
  const files = new Set(showing.flatMap(({ image }) => filesOf(image.cover, image.preview)))
  const change = { changes: [`podcasts/${podcastId}` as const], files: [...files] }
  const dropped = await changeCatalogue(deps, change, async (connection, alsoChanged) => {
    await held.hold(connection)
    const db = { connection, dialect: deps.db.dialect }
    const now = deps.clock()
    const items = showing.map(({ item }) => item)
    const images = new Map(showing.map(({ item, image }) => [item.id, image]))
    const former: DeletedMedia[] = []
    for (const episode of await listFeedCovers(db, items)) {
      const { cover, preview } = images.get(episode.itemId) ?? noCover
      const ids = await insertRecordCover(connection, { cover, preview, previewChosen: false }, now)
      await setEpisodeCover(connection, episode, ids, now)
      former.push(...(await deleteMedia(connection, episode.mediaIds)))
    }
    await clearDueImages(db, items)
    alsoChanged(...former.map(({ key }) => `media/${key}` as const))
    return former
  })
  await tryRemoveUnusedFiles(deps, storedHashes(dropped))
}
