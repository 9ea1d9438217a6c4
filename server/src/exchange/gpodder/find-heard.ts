import type { Config } from '../../config/config.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import { ownFeedOf } from '../sources/source/own-feeds.ts'
import { sourceKeyOf } from '../opml/known-feeds.queries.ts'
import type { PlayAction } from './actions.ts'
import { enclosureKeyOf, recordOfGuid } from './feed-addresses.ts'
import * as named from './named-recordings.queries.ts'

interface Db {
  readonly connection: Connection
  readonly dialect: Dialect
}

/** A file of a recording: a part of an audio book of several, else the whole. */
export interface HeardFile {
  readonly recordingId: number
  readonly durationMs: number | null
  /** Of the part within the whole. */
  readonly startMs: number
  /** Of the part; null for the whole. */
  readonly partMs: number | null
  readonly isLast: boolean
}

/** What each action of an account is about, in their order; null for what is not here, or not for it to see. */
export async function findHeard(
  db: Db,
  config: Pick<Config, 'publicUrl'>,
  userId: string,
  actions: readonly PlayAction[],
): Promise<(HeardFile | null)[]> {
  const keys = actions.map(({ episode }) => enclosureKeyOf(episode))
  const records = actions.map(({ guid }) => (guid === null ? null : recordOfGuid(guid)))
  const media = await named.listByMediaKeys(
    db,
    keys.filter((key) => key !== null),
  )
  const byRecord = await named.listByRecords(db, {
    episodeIds: records.flatMap((one) => (one && 'episodeId' in one ? [one.episodeId] : [])),
    audioBookIds: records.flatMap((one) => (one && 'audioBookId' in one ? [one.audioBookId] : [])),
  })
  // Another Earmark gives guids of our form, too.
  const ofOurForm = actions.flatMap(({ guid }, index) => (guid !== null && records[index] ? [guid] : []))
  const byGuid = await named.listByFeedGuids(db, ofOurForm, 'all')
  const items = await findSourceItems(db, actions)
  // A file of several recordings is told apart by the guid.
  const byKey = Map.groupBy(media, ({ key }) => key)
  const ofUnknownFile = actions.filter((_, index) => !byKey.has(keys[index] ?? ''))
  const fed = await findFedEpisodes(db, config, ofUnknownFile)
  const places = actions.map((action, index) => {
    const record = records[index] ?? null
    const given = record && byGuid.find(({ feed_guid }) => feed_guid === action.guid)
    if (given) return { id: given.recording_id, ordinal: null }
    const ofGuid = record && byRecord.find((row) => isRecord(row, record))
    if (ofGuid) return { id: ofGuid.id, ordinal: record && 'part' in record ? record.part - 1 : null }
    const [found] = byKey.get(keys[index] ?? '') ?? []
    const item = fed.get(action) ?? items[index]
    if (!found && item !== undefined) return { id: item, ordinal: null }
    return found ? { id: found.recording_id, ordinal: found.ordinal } : null
  })
  const ids = [...new Set(places.flatMap((place) => place?.id ?? []))]
  const recordings = new Map((await named.listNamedRecordings(db, userId, ids)).map((row) => [row.id, row]))
  const parts = Map.groupBy(await named.listParts(db, ids), (row) => row.recording_id)
  return places.map((place) => {
    const recording = place && recordings.get(place.id)
    return recording ? heardFile(recording, place.ordinal, parts.get(recording.id) ?? []) : null
  })
}

/** The recordings that actions name by a podcast's feed here and by the guid that it has there: an episode of a feed elsewhere keeps its own. */
async function findFedEpisodes(
  db: Db,
  config: Pick<Config, 'publicUrl'>,
  actions: readonly PlayAction[],
): Promise<Map<PlayAction, number>> {
  const sought = actions.flatMap((action) => {
    const feed = ownFeedOf(action.podcast, config)
    const guid = action.guid?.trim()
    return feed?.kind === 'podcasts' && guid ? [{ action, podcastId: feed.id, guid }] : []
  })
  const rows = await named.listByFeedGuids(
    db,
    sought.map(({ guid }) => guid),
    sought.map(({ podcastId }) => podcastId),
  )
  return new Map(
    sought.flatMap(({ action, podcastId, guid }) => {
      const row = rows.find((one) => one.podcast_id === podcastId && one.feed_guid === guid)
      return row ? [[action, row.recording_id] as const] : []
    }),
  )
}

/** The items of feeds elsewhere that actions name: by feed and guid, else by the present or a former address of the file. */
async function findSourceItems(db: Db, actions: readonly PlayAction[]): Promise<(number | undefined)[]> {
  const urlKeys = actions.map(({ podcast }) => sourceKeyOf(podcast))
  const rows = await named.listBySourceItems(db, {
    urlKeys: urlKeys.filter((key) => key !== null),
    guids: actions.flatMap(({ guid }) => guid?.trim() ?? []),
    urls: actions.map(({ episode }) => episode),
  })
  const present = actions.map(
    ({ episode, guid }, index) =>
      rows.find((row) => row.url_key === urlKeys[index] && row.guid_key === guid?.trim()) ??
      rows.find((row) => row.url_key === urlKeys[index] && row.origin_url === episode) ??
      rows.find((row) => row.origin_url === episode),
  )
  const others = actions.map((_, index) => index).filter((index) => present[index] === undefined)
  const former = await named.listByFormerAddresses(
    db,
    others.flatMap((index) => urlKeys[index] ?? []),
    others.map((index) => (actions[index] as PlayAction).episode),
  )
  return actions.map(({ episode }, index) => {
    const found =
      present[index] ?? former.find((row) => row.url_key === urlKeys[index] && row.urls.includes(episode))
    return found?.recording_id
  })
}

type Record = NonNullable<ReturnType<typeof recordOfGuid>>

function isRecord(
  row: { readonly episode_id: number | null; readonly audio_book_id: number | null },
  record: Record,
): boolean {
  return 'episodeId' in record
    ? row.episode_id === record.episodeId
    : row.audio_book_id === record.audioBookId
}

function heardFile(
  { id, duration_ms }: named.NamedRecording,
  ordinal: number | null,
  parts: readonly named.PartRow[],
): HeardFile {
  const part = ordinal === null ? undefined : parts[ordinal]
  const startMs = part ? parts.slice(0, part.ordinal).reduce((sum, one) => sum + one.duration_ms, 0) : 0
  return {
    recordingId: id,
    durationMs: duration_ms,
    startMs,
    partMs: part?.duration_ms ?? null,
    isLast: !part || part.ordinal === parts.length - 1,
  }
}
