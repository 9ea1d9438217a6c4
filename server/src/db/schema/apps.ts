import type { Generated } from 'kysely'
import type { Fixed, Id, Instant } from './columns.ts'

/** Apps that sign in with passwords of their own. */
export interface DevicesTable {
  id: Fixed<string>
  user_id: Fixed<string>
  name: string
  /** What the app calls itself in gPodder's protocol. */
  app_id: Generated<string | null>
  app_caption: Generated<string | null>
  app_type: Generated<string | null>
  password_hash: Fixed<string>
  created_at: Fixed<Instant>
  last_seen_at: Generated<Instant | null>
  /** The timestamp of its last answer, and the `since` of that request; epoch seconds. */
  last_answer_at: Generated<number | null>
  last_since: Generated<number | null>
  /** Grows when it signs out. */
  session_number: Generated<number>
  /** Of the token of its private feeds; one that the listener has removed is not made again. */
  feed_token_hash: Generated<string | null>
}

/** Versions of positions that a device knows, or has been told (0063). */
interface DevicePlacesTable {
  device_id: Fixed<string>
  recording_id: Fixed<number>
  known_version: number | null
  told_version: number | null
  /** Epoch seconds. */
  told_at: number | null
  again_at: Instant | null
}

/** The subscriptions of a device by the addresses that it knows them by. */
interface DeviceSubscriptionsTable {
  device_id: Fixed<string>
  /** `podcast/7`, or of a foreign one `url/` and the hash of its address. */
  subscription: Fixed<string>
  url: string
  /** Epoch seconds, of the answer or request that first had it. */
  told_at: number
  removed_at: number | null
}

interface ForeignSubscriptionsTable {
  user_id: Fixed<string>
  url: Fixed<string>
  created_at: Instant
}

interface ForeignActionsTable {
  id: Id
  user_id: Fixed<string>
  device_id: string
  /** The hash of podcast and episode, which may be longer than an index takes. */
  key: Fixed<string>
  podcast: Fixed<string>
  episode: Fixed<string>
  guid: string | null
  position_ms: number
  total_ms: number | null
  /** By the device's clock. */
  at: Instant
  saved_at: Instant
}

interface PlaceOffersTable {
  id: Id
  user_id: Fixed<string>
  recording_id: Fixed<number>
  position_ms: number
  finished_at: Instant | null
  device_id: string
  at: Instant
}

/** Apps that wait to be allowed. */
interface ConnectionsTable {
  token_hash: Fixed<string>
  poll_hash: Fixed<string>
  app: Fixed<string>
  /** Of who has allowed it. */
  user_id: Generated<string | null>
  expires_at: Fixed<Instant>
}

/** Apps of listeners, as gPodder knows them. */
export interface AppsTables {
  devices: DevicesTable
  device_places: DevicePlacesTable
  device_subscriptions: DeviceSubscriptionsTable
  foreign_subscriptions: ForeignSubscriptionsTable
  foreign_actions: ForeignActionsTable
  place_offers: PlaceOffersTable
  connections: ConnectionsTable
}
