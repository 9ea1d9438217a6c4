import { randomUUID } from 'node:crypto'
import type { EditedPodcast } from '@earmark/contract/edited-records.ts'
import type { SourcedField } from '@earmark/contract/sources.ts'
import { findEditedPodcast } from '../../catalogue/podcasts/podcasts.queries.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import { prepareChange } from './checks/check-source.ts'
import { writeParts } from './checks/change-batch.ts'
import { partsOf } from './checks/feed-change.ts'
import type { FeedItem } from './reader/feed-document.ts'
import type { Fetched } from './source/fetch-feed.ts'
import { planMerge } from './source/identity.ts'
import type { SourceDeps } from './source/source-deps.ts'
import { findSource, insertSource, type NewSourceRow, type SourceRow } from './source/sources.queries.ts'
import { listBroughtEpisodes } from './writing/brought-podcasts.queries.ts'
import { setFeedGuid } from './writing/podcast-updates.queries.ts'
import { insertItems, listStoredItems } from './writing/source-items.queries.ts'
import { queueImages } from './images/images-job.ts'
import { type StatedPodcast, statedPodcast } from './writing/stated-podcast.ts'
import { itemRow } from './writing/write-items.ts'
import { queueWaitingPlaces } from './writing/waiting-places.ts'

type Reading = Extract<Fetched, { kind: 'read' }>

/**
 * Makes a source for a podcast that was brought without one (0065). Its episodes are recognised as those of feeds that have
 * moved (0068), and keep their files and texts; what the podcast says of itself stays its own where the feed says otherwise.
 *
 * @returns the id of the source; null when somebody else has made one meanwhile
 */
export async function adoptPodcast(
  deps: SourceDeps,
  source: Omit<NewSourceRow, 'lease'>,
  fetched: Reading,
): Promise<number | null> {
  const { podcast_id: podcastId } = source
  const { document } = fetched
  const stated = statedPodcast(document)
  const lease = randomUUID()
  const row = await changeCatalogue(deps, { changes: [`podcasts/${podcastId}`] }, async (transaction) => {
    const present = await findEditedPodcast(transaction, podcastId)
    if (!present) return undefined
    const detached = JSON.stringify(ownFields(present, stated))
    const id = await insertSource(transaction, { ...source, detached, lease })
    if (id === undefined) return undefined
    await recogniseEpisodes(transaction, { id, podcastId, now: deps.clock() }, document.items)
    await queueImages(transaction, id, deps.clock())
    await queueWaitingPlaces(transaction, id, deps.clock())
    if (document.guid !== null) await setFeedGuid(transaction, podcastId, document.guid)
    return await findSource(transaction, id)
  })
  if (!row) return null
  await writeRest(deps, row, fetched)
  return row.id
}

/** Only what differs: the rest follows the feed from now on. */
function ownFields(present: EditedPodcast, stated: StatedPodcast): SourcedField[] {
  const texts = (['name', 'description', 'language', 'link'] as const).filter(
    (field) => present[field] !== null && present[field] !== stated[field],
  )
  const isSame = (one: readonly string[], other: readonly string[]) =>
    one.toSorted().join('\n') === other.toSorted().join('\n')
  const names = present.credits.map(({ creator }) => creator.nickname)
  const people = stated.people.map(({ name }) => name)
  return [
    ...texts,
    ...(present.coverImageUrl === null ? [] : ['cover' as const]),
    ...(present.categories.length === 0 || isSame(present.categories, stated.categories)
      ? []
      : ['categories' as const]),
    ...(names.length === 0 || isSame(names, people) ? [] : ['voicers' as const]),
  ]
}

interface Adopted {
  readonly id: number
  readonly podcastId: number
  readonly now: number
}

/** An episode without sound is written from its item; others are as they are until the item changes. */
async function recogniseEpisodes(
  transaction: Connection,
  { id, podcastId, now }: Adopted,
  items: readonly FeedItem[],
): Promise<void> {
  const episodes = await listBroughtEpisodes(transaction, podcastId)
  const rows = planMerge(episodes, { items }).changed.map(({ item, known }) => ({
    ...itemRow(item),
    ...(!known.hasSound && { content_hash: '' }),
    source_id: id,
    episode_id: known.id,
    seen_at: now,
  }))
  if (rows.length > 0) await insertItems(transaction, rows)
}

/** As a check would. */
async function writeRest(deps: SourceDeps, row: SourceRow, fetched: Reading): Promise<void> {
  const plan = planMerge(
    await listStoredItems(deps.db.connection, row.id),
    fetched.document,
    fetched.document.nextPageUrl === null,
  )
  const change = await prepareChange(deps, row, { fetched, plan, address: null }, undefined)
  await writeParts(deps, partsOf(change))
}
