import type { SourcedField } from '@earmark/contract/sources.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import type { ChangedScope } from '../../../db/engine/scopes.ts'
import { type DeletedMedia, filesOf, type NewMedia } from '../../../media/media.queries.ts'
import type { OpenedCover } from '../../import/apply/library-cover.ts'
import { replaceStatedCover, updatePodcast } from '../writing/podcast-updates.ts'
import { setGone, type StoredItem } from '../writing/source-items.queries.ts'
import type { StatedPodcast } from '../writing/stated-podcast.ts'
import { type ItemSlice, writeItems } from '../writing/write-items.ts'
import type { Fetched } from '../source/fetch-feed.ts'
import type { MergePlan } from '../source/identity.ts'
import { leaseMs, type SourceDeps } from '../source/source-deps.ts'
import type { SourceUrl } from '../source/source-url.ts'
import { queueKeeping } from '../keep/keep-jobs.ts'
import { endCheck, moveSource, renewLease, type SourceRow } from '../source/sources.queries.ts'
import { queueArchive } from './archive-job.ts'
import { endOfCheck } from './end-of-check.ts'

/** What a check brings, ready to be written. */
export interface FeedChange {
  /** With its lease. */
  readonly row: SourceRow
  readonly fetched: Extract<Fetched, { kind: 'read' }>
  readonly plan: MergePlan<StoredItem>
  readonly address: SourceUrl | null
  readonly stated: StatedPodcast
  readonly detached: readonly SourcedField[]
  readonly creators: ReadonlyMap<string, number>
  readonly slices: readonly ItemSlice[]
  readonly cover: { readonly opened: OpenedCover; readonly url: string } | null
}

/** A part of a change that is written in one transaction. */
export interface ChangePart {
  readonly change: FeedChange
  readonly slice: ItemSlice | null
  /** What concerns the podcast and its source comes with the last part. */
  readonly isLast: boolean
}

export function partsOf(change: FeedChange): ChangePart[] {
  const slices = change.slices.length > 0 ? change.slices : [null]
  return slices.map((slice, index) => ({ change, slice, isLast: index === slices.length - 1 }))
}

export function episodesOf({ slice }: ChangePart): number {
  return slice === null ? 0 : slice.added.length + slice.changed.length
}

export function newFilesOf({ change: { cover }, isLast }: ChangePart): NewMedia[] {
  return isLast && cover ? filesOf(cover.opened.cover, cover.opened.preview) : []
}

/** @returns media that are dropped; null when the source is another node's by now, or gone */
export async function writePart(
  deps: SourceDeps,
  connection: Connection,
  { change, slice, isLast }: ChangePart,
  alsoChanged: (...scopes: ChangedScope[]) => void,
): Promise<DeletedMedia[] | null> {
  const { row } = change
  const lease = { id: row.id, lease: row.lease ?? '' }
  const now = deps.clock()
  if (!(await renewLease(connection, lease, now + leaseMs))) return null
  const target = { connection, dialect: deps.db.dialect, sourceId: row.id, podcastId: row.podcast_id, now }
  if (slice !== null) await writeItems(target, slice)
  return isLast ? await writeEnd(deps, connection, change, alsoChanged) : []
}

async function writeEnd(
  deps: SourceDeps,
  connection: Connection,
  change: FeedChange,
  alsoChanged: (...scopes: ChangedScope[]) => void,
): Promise<DeletedMedia[]> {
  const { row, plan, address, cover, fetched } = change
  const now = deps.clock()
  const db = { connection, dialect: deps.db.dialect }
  await setGone(
    db,
    plan.left.map(({ id }) => id),
    now,
  )
  await setGone(
    db,
    plan.returned.map(({ id }) => id),
    null,
  )
  await updatePodcast(db, { ...change, podcastId: row.podcast_id, now }, alsoChanged)
  const dropped = cover ? await replaceStatedCover(connection, row.podcast_id, cover.opened, now) : []
  alsoChanged(...dropped.map(({ key }) => `media/${key}` as const))
  if (address) await moveTo(connection, row, address)
  const end = await endOfCheck({ ...deps, db: { ...deps.db, connection } }, row, fetched)
  await endCheck(
    connection,
    { id: row.id, lease: row.lease ?? '' },
    {
      ...end,
      ...(cover && { image_url: cover.url }),
      ...(fetched.document.guid !== null && { guid: fetched.document.guid }),
    },
  )
  if (row.keep !== 'none') await queueKeeping(connection, row.id, now)
  if (row.archive_url !== null) await queueArchive(connection, row.id, now)
  return dropped
}

/** User and password are of one host alone. */
async function moveTo(
  connection: Connection,
  row: SourceRow,
  { url, urlKey, host }: SourceUrl,
): Promise<void> {
  const secret = host === row.host ? row.secret : null
  await moveSource(connection, row.id, { url, url_key: urlKey, host, secret })
}
