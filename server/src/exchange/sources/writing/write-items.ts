import type { NewCredit } from '@earmark/contract/credit-edits.ts'
import { reindexRecords, type PreparedTokens } from '../../../catalogue/creators/linked-records.ts'
import { markFirstPublic, markPublicBefore } from '../../../catalogue/podcasts/episode-edits.queries.ts'
import { findNextNumber } from '../../../catalogue/podcasts/episodes.queries.ts'
import type { Connection, Dialect } from '../../../db/engine/dialect.ts'
import { makeMediaKey } from '../../../media/content-type.ts'
import { type ChangedItem, durationOf, isAnotherRecording, titleKeyOf } from '../source/identity.ts'
import type { FeedItem } from '../reader/feed-document.ts'
import { queueDocuments } from '../documents/documents-job.ts'
import { queueImages } from '../images/images-job.ts'
import { deleteTranscripts, listFeedChaptered, putFeedChapters } from '../documents/documents.queries.ts'
import { episodeValues, relayTypeOf } from './item-values.ts'
import * as items from './source-items.queries.ts'
import type { StoredItem } from './source-items.queries.ts'
import { queueWaitingPlaces } from './waiting-places.ts'

/** A part of what a feed brings, small enough for one transaction. */
export interface ItemSlice {
  /** In the order of their numbers. */
  readonly added: readonly FeedItem[]
  readonly changed: readonly ChangedItem<StoredItem>[]
  readonly prepared: PreparedTokens
  /** The creators of items, by their keys. */
  readonly credits: ReadonlyMap<string, readonly NewCredit[]>
}

interface Target {
  readonly connection: Connection
  readonly dialect: Dialect
  readonly sourceId: number
  readonly podcastId: number
  readonly now: number
  /** Whether the episodes are older than those that are here, and so nobody's new ones. */
  readonly isArchive?: boolean
}

/** Episodes of new items, and what has changed of known ones; under the lock of the podcast. */
export async function writeItems(target: Target, slice: ItemSlice): Promise<void> {
  const { connection, dialect, podcastId, now } = target
  const added = slice.added.length > 0 ? await addItems(target, slice) : []
  const changed = slice.changed.length > 0 ? await changeItems(target, slice) : []
  const written = [...added, ...changed]
  if (changed.length > 0 || added.some(({ item }) => item.imageUrl !== null))
    await queueImages(connection, target.sourceId, now)
  if (added.length > 0) await queueWaitingPlaces(connection, target.sourceId, now)
  await writeStatedChapters(target, written)
  if (changed.length > 0) await removeUnstated(target, changed)
  if (target.isArchive) await markPublicBefore(connection, podcastId, now)
  else await markFirstPublic(connection, podcastId, now)
  const ids = written.map(({ episodeId }) => episodeId)
  await reindexRecords(connection, dialect, { kind: 'episode', ids }, slice.prepared)
}

interface WrittenItem {
  readonly item: FeedItem
  readonly episodeId: number
}

/** Those within the feed; documents of their own are fetched afterwards. */
async function writeStatedChapters(target: Target, written: readonly WrittenItem[]): Promise<void> {
  const { connection, sourceId, now } = target
  for (const { item, episodeId } of written)
    if (item.chapters.length > 0) await putFeedChapters(connection, episodeId, item.chapters)
  if (written.some(({ item }) => documentsOf(item).due === 1)) await queueDocuments(connection, sourceId, now)
}

/** What a feed has taken away: a document that it still names replaces what there is. */
async function removeUnstated(target: Target, changed: readonly WrittenItem[]): Promise<void> {
  const idsWhere = (isWithout: (item: FeedItem) => boolean) =>
    changed.flatMap(({ item, episodeId }) => (isWithout(item) ? [episodeId] : []))
  await deleteTranscripts(
    target,
    idsWhere(({ transcripts }) => transcripts.length === 0),
  )
  const chapterless = idsWhere(({ chapters, chaptersUrl }) => chapters.length === 0 && chaptersUrl === null)
  for (const episodeId of await listFeedChaptered(target, chapterless))
    await putFeedChapters(target.connection, episodeId, [])
}

/** Chapters within the feed count before those of a document. */
function documentsOf({ chaptersUrl, chapters, transcripts }: FeedItem) {
  const ofChapters = chapters.length > 0 ? null : chaptersUrl
  const texts = transcripts.map(({ url, language }) => ({ url, language }))
  const ofTranscripts = texts.length > 0 ? JSON.stringify(texts) : null
  const due = ofChapters !== null || ofTranscripts !== null ? (1 as const) : null
  return { ofChapters, ofTranscripts, due }
}

async function addItems(target: Target, { added, credits }: ItemSlice): Promise<WrittenItem[]> {
  const { connection, sourceId, podcastId, now } = target
  const first = await findNextNumber(connection, podcastId)
  const ids = await items.insertEpisodes(
    connection,
    added.map((item, index) => episodeRow(target, item, first + index)),
  )
  const withIds = added.map((item, index) => ({ item, episodeId: ids.get(first + index) as number }))
  await items.insertRecordings(connection, withIds.map(recordingRow))
  await items.insertItems(
    connection,
    withIds.map(({ item, episodeId }) => ({
      ...itemRow(item),
      source_id: sourceId,
      episode_id: episodeId,
      seen_at: now,
    })),
  )
  await items.insertEpisodeCredits(connection, creditsOf(withIds, credits))
  return withIds
}

function episodeRow({ podcastId, now }: Target, item: FeedItem, number: number): items.NewEpisodeRow {
  const { isExplicit, ...values } = episodeValues(item)
  return {
    ...values,
    is_explicit: isExplicit,
    podcast_id: podcastId,
    number,
    is_public: 1,
    published_at: item.publishedAt ?? now,
    feed_guid: item.guidKey,
    created_at: now,
    updated_at: now,
  }
}

function recordingRow({ item, episodeId }: { item: FeedItem; episodeId: number }) {
  const { enclosure } = item
  return {
    audio_book_id: null,
    episode_id: episodeId,
    relay_key: enclosure && makeMediaKey(),
    relay_type: enclosure && relayTypeOf(enclosure),
    relay_duration_ms: enclosure && durationOf(item),
  }
}

/** What is remembered of an item. */
export function itemRow(item: FeedItem) {
  const { enclosure } = item
  return {
    guid_key: item.guidKey,
    origin_url: enclosure?.url ?? null,
    origin_length: enclosure?.sizeBytes ?? null,
    origin_type: enclosure?.contentType ?? null,
    title_key: titleKeyOf(item),
    published_at: item.publishedAt,
    duration_ms: durationOf(item),
    content_hash: item.contentHash,
    chapters_url: documentsOf(item).ofChapters,
    transcript_urls: documentsOf(item).ofTranscripts,
    documents_due: documentsOf(item).due,
    image_url: item.imageUrl,
    image_due: item.imageUrl === null ? null : (1 as const),
  }
}

function creditsOf(
  those: readonly { readonly item: FeedItem; readonly episodeId: number }[],
  credits: ItemSlice['credits'],
): items.EpisodeCredits[] {
  return those.flatMap(({ item, episodeId }) => {
    const own = credits.get(item.guidKey)
    return own ? [{ episodeId, credits: own }] : []
  })
}

async function changeItems(target: Target, { changed, credits }: ItemSlice): Promise<WrittenItem[]> {
  const { now } = target
  const shown = changed.flatMap(({ item, known }) =>
    known.episodeId === null ? [] : [{ item, known, episodeId: known.episodeId }],
  )
  const episodes = shown.map(({ item, episodeId }) => ({
    id: episodeId,
    ...episodeValues(item),
    publishedAt: item.publishedAt,
  }))
  await items.updateEpisodes(target, episodes, now)
  await items.updateRelays(
    target,
    shown.flatMap((one) => relayUpdate(one, now)),
  )
  await items.updateItems(target, changed.map(itemUpdate), now)
  const ids = shown.map(({ episodeId }) => episodeId)
  await items.deleteEpisodeCredits(target, ids)
  await items.insertEpisodeCredits(target.connection, creditsOf(shown, credits))
  return shown
}

function relayUpdate(
  { item, known, episodeId }: ChangedItem<StoredItem> & { readonly episodeId: number },
  now: number,
): items.RelayUpdate[] {
  const { enclosure } = item
  if (enclosure === null) return []
  const isAnother = known.originUrl !== null && isAnotherRecording(known, item)
  const changedAt = isAnother ? now : null
  const type = relayTypeOf(enclosure)
  return [{ episodeId, key: makeMediaKey(), type, durationMs: durationOf(item), changedAt }]
}

const keptUrls = 5

function itemUpdate({ item, known }: ChangedItem<StoredItem>): items.ItemUpdate {
  const url = item.enclosure?.url ?? null
  const hasMoved = url !== null && known.originUrl !== null && url !== known.originUrl
  const former = hasMoved ? [known.originUrl, ...known.previousUrls] : known.previousUrls
  return {
    id: known.id,
    guidKey: item.guidKey,
    originUrl: url,
    originLength: item.enclosure?.sizeBytes ?? null,
    originType: item.enclosure?.contentType ?? null,
    previousUrls: [...new Set(former)].filter((one) => one !== url).slice(0, keptUrls),
    titleKey: titleKeyOf(item),
    publishedAt: item.publishedAt,
    durationMs: durationOf(item),
    contentHash: item.contentHash,
    chaptersUrl: documentsOf(item).ofChapters,
    transcriptUrls: documentsOf(item).ofTranscripts,
    imageUrl: item.imageUrl,
  }
}
