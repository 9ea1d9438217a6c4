import type { PeopleDeps } from '../../people/sessions/people-deps.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import type { FailureOf } from '../../errors.ts'
import { mediaFile } from '../../media/content-type.ts'
import { type DeviceRow, lockDevice, setLastAnswer } from '../../people/devices/devices.queries.ts'
import { timestampOf } from './actions.ts'
import { insertTellings, settleTellings } from './device-places.queries.ts'
import { type FedPodcast, type FeedAddresses, feedAddresses } from './feed-addresses.ts'
import * as named from './named-recordings.queries.ts'
import {
  afterTelling,
  answerTimestamp,
  confirms,
  mustTell,
  type PresentPlace,
  type SyncDialect,
  toldPlace,
} from './places.ts'
import { listKnownFeeds } from '../opml/known-feeds.queries.ts'
import { ownFeedOf } from '../sources/source/own-feeds.ts'
import { deviceAddresses } from './subscriptions.queries.ts'

export interface ToldAction {
  readonly podcast: string
  readonly episode: string
  readonly guid: string
  readonly action: 'play'
  readonly timestamp: string
  readonly started: number
  readonly position: number
  readonly total: number
}

export interface ToldPlaces {
  readonly actions: ToldAction[]
  /** Epoch seconds. */
  readonly timestamp: number
}

interface Asked {
  /** Epoch seconds; 0 for all. */
  readonly since: number
  readonly dialect: SyncDialect
  /** The feed whose episodes alone are asked for. */
  readonly podcast: string | null
}

/** On PostgreSQL a commit may be seen late. */
export const lagSeconds = ({ engine }: Dialect): number => (engine === 'postgres' ? 20 : 0)

const hourSeconds = 3600

type TellDeps = Pick<PeopleDeps, 'db' | 'clock' | 'config' | 'tokenKeys'>

/** Tells a device the places that it does not know, and remembers what it was told. */
export async function tellPlaces(
  deps: TellDeps,
  { id: deviceId, user_id: userId }: DeviceRow,
  { since: asked, dialect, podcast }: Asked,
  failure: FailureOf<'Unauthorized'>,
): Promise<ToldPlaces> {
  const { db, clock } = deps
  const told = await db.groupCommit(async (connection) => {
    const device = await lockDevice(connection, deviceId)
    if (!device) return null
    const transaction = { connection, dialect: db.dialect }
    const last = { lastAnswer: device.last_answer_at, lastSince: device.last_since }
    const areConfirmed = confirms(asked, last, dialect)
    const timestamp = answerTimestamp(clock(), lagSeconds(db.dialect), device.last_answer_at)
    await setLastAnswer(connection, deviceId, { timestamp, since: asked })
    const since = dialect === 'nextcloud' ? Math.max(0, asked - hourSeconds) : asked
    const rows = await named.listPlaces(connection, userId, deviceId)
    const due = rows
      .map((row) => settled(row, areConfirmed))
      .filter((row) => mustTell(presentOf(row, deviceId), placeOf(row), since))
    const addresses = await addressesOf(deps, transaction, deviceId)
    const actions = await actionsOf(transaction, due, { deviceId, userId }, addresses)
    const isAsked = podcast === null ? () => true : await isOf(podcast, transaction, { userId, ...deps })
    const asked_ = actions.filter(isAsked)
    await settleTellings(transaction, { deviceId, areConfirmed }, asked_)
    await insertTellings(transaction, { deviceId, areConfirmed, toldAt: timestamp }, asked_)
    return { actions: asked_.map(({ action }) => action), timestamp }
  })
  if (!told) throw failure('Unauthorized')
  return told
}

/** By the address that the device knows it by, by that of its feed here, and by that of its feed elsewhere. */
async function isOf(
  podcast: string,
  db: Db,
  { config, userId }: Pick<TellDeps, 'config'> & { readonly userId: string },
): Promise<(telling: Telling) => boolean> {
  const own = ownFeedOf(podcast, config)
  const ids = own?.kind === 'podcasts' ? [own.id] : []
  const known = await listKnownFeeds(db, { ids, urls: [podcast], followedBy: userId })
  return ({ action, podcastId }) => action.podcast === podcast || known.some(({ id }) => id === podcastId)
}

function presentOf(row: named.PlaceRow, deviceId: string): PresentPlace {
  return {
    version: row.version,
    positionMs: row.position_ms,
    finished: row.finished_at !== null,
    isOwn: row.device_id === deviceId,
    updatedAt: row.updated_at,
  }
}

const placeOf = (row: named.PlaceRow) => ({
  knownVersion: row.known_version,
  toldVersion: row.told_version,
  againAt: row.again_at,
})

/** As it is once it is known whether the last telling has arrived. */
function settled(row: named.PlaceRow, areConfirmed: boolean): named.PlaceRow {
  const { knownVersion, toldVersion, againAt } = afterTelling(placeOf(row), areConfirmed)
  return { ...row, known_version: knownVersion, told_version: toldVersion, again_at: againAt }
}

interface Db {
  readonly connection: Connection
  readonly dialect: Dialect
}

interface Addresses extends FeedAddresses {
  /** As the device knows it. */
  readonly known: (podcast: FedPodcast) => string
  readonly isOurs: (feedUrl: string) => boolean
}

async function addressesOf(deps: TellDeps, { connection }: Db, deviceId: string): Promise<Addresses> {
  const addresses = feedAddresses(deps, deviceId)
  const urls = await deviceAddresses(connection, deviceId)
  return {
    ...addresses,
    known: (podcast) => urls.get(`podcast/${podcast.id}`) ?? addresses.podcast(podcast),
    isOurs: (feedUrl) => ownFeedOf(feedUrl, deps.config) !== null,
  }
}

interface Telling {
  readonly recordingId: number
  readonly version: number
  readonly podcastId: number | null
  readonly action: ToldAction
}

async function actionsOf(
  db: Db,
  due: readonly named.PlaceRow[],
  { deviceId, userId }: { readonly deviceId: string; readonly userId: string },
  addresses: Addresses,
): Promise<Telling[]> {
  const ids = due.map(({ recording_id }) => recording_id)
  const recordings = new Map((await named.listNamedRecordings(db, userId, ids)).map((row) => [row.id, row]))
  const books = [...recordings.values()].filter(({ audio_book_id }) => audio_book_id !== null)
  const parts = Map.groupBy(
    await named.listParts(
      db,
      books.map(({ id }) => id),
    ),
    ({ recording_id }) => recording_id,
  )
  return due.flatMap((row) => {
    const recording = recordings.get(row.recording_id)
    const action = recording && actionOf(row, deviceId, recording, parts.get(recording.id) ?? [], addresses)
    const podcastId = recording?.podcast_id ?? null
    return action ? [{ recordingId: row.recording_id, version: row.version, podcastId, action }] : []
  })
}

function actionOf(
  row: named.PlaceRow,
  deviceId: string,
  recording: named.NamedRecording,
  parts: readonly named.PartRow[],
  addresses: Addresses,
): ToldAction | null {
  const present = presentOf(row, deviceId)
  const part = partAt(parts, present)
  const within = part ? { ...present, positionMs: present.positionMs - part.startMs } : present
  const place = toldPlace(within, placeOf(row), part ? part.durationMs : recording.duration_ms)
  const item = place && itemOf(recording, part, addresses)
  if (!place || !item) return null
  const { position, total, at } = place
  return { ...item, action: 'play', timestamp: timestampOf(at), started: 0, position, total }
}

interface Part {
  readonly ordinal: number
  readonly startMs: number
  readonly durationMs: number
  readonly file: string
}

/** The file of an audio book of several in which a place is; the last one at its end. */
function partAt(parts: readonly named.PartRow[], { positionMs, finished }: PresentPlace): Part | null {
  let startMs = 0
  for (const { ordinal, duration_ms: durationMs, media_key, media_type } of parts) {
    const isLast = ordinal === parts.length - 1
    if (isLast || (!finished && positionMs < startMs + durationMs))
      return { ordinal, startMs, durationMs, file: mediaFile(media_key, media_type) }
    startMs += durationMs
  }
  return null
}

/** Null where there is no file. */
function itemOf(
  recording: named.NamedRecording,
  part: Part | null,
  addresses: Addresses,
): Pick<ToldAction, 'podcast' | 'episode' | 'guid'> | null {
  const { audio_book_id: bookId, episode_id: episodeId, podcast_id: id, is_public } = recording
  const { feed_guid, feed_host, origin_url } = recording
  const ours = part ? addresses.media(part.file) : addressOf(recording, addresses)
  if (bookId !== null) {
    if (ours === null) return null
    const guid = addresses.partGuid(bookId, (part?.ordinal ?? 0) + 1, feed_host)
    return { podcast: addresses.audioBook(bookId), episode: ours, guid }
  }
  if (episodeId === null || id === null || is_public === null) return null
  const podcast = addresses.known({ id, is_public })
  // An app that reads the feed elsewhere knows the files there.
  const episode = addresses.isOurs(podcast) ? ours : (origin_url ?? ours)
  return episode === null ? null : { podcast, episode, guid: feed_guid ?? addresses.episodeGuid(episodeId) }
}

function addressOf(recording: named.NamedRecording, addresses: FeedAddresses): string | null {
  const { media_key: key, media_type: type, relay_key, relay_type } = recording
  if (key !== null && type !== null) return addresses.media(mediaFile(key, type))
  return relay_key === null || relay_type === null ? null : addresses.relay(relay_key, relay_type)
}
