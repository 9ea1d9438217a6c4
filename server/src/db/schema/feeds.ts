import type { TranscriptFormat } from '@earmark/contract/feeds.ts'
import type { KeepPolicy, SourceState } from '@earmark/contract/sources.ts'
import type { ImportItemState } from '@earmark/contract/opml.ts'
import type { Generated } from 'kysely'
import type { Fixed, Id, Instant } from './columns.ts'

/** How a record's feed is written; a row as soon as the record is public or an editor has set something (0059). */
export interface FeedColumns {
  /** Of its source; null where it follows from `host`. */
  guid: Generated<string | null>
  /** Of PUBLIC_URL when the record was first public, with its port if that is not the default. */
  host: Generated<string | null>
  /** Counts the changes of what the feed tells. */
  revision: Generated<number>
  changed_at: Generated<Instant>
  /** A hash of the server's settings that stand in the feed. */
  settings: Generated<string>
  /** BCP 47; null for the record's own. */
  language: Generated<string | null>
  /** JSON: a list of texts. */
  categories: Generated<string>
  /** JSON: a list of `{ url, text }`. */
  funding: Generated<string>
  /** JSON: a list of texts. */
  verify: Generated<string>
  /** Null for the record's own. */
  is_explicit: Generated<0 | 1 | null>
  author: Generated<string | null>
  owner_email: Generated<string | null>
  tell_owner: Generated<0 | 1>
  link: Generated<string | null>
  copyright: Generated<string | null>
  type: Generated<'episodic' | 'serial' | null>
  complete_at: Generated<Instant | null>
  unlocked_at: Generated<Instant | null>
  /** When an editor last changed the settings; 0 before. */
  updated_at: Generated<Instant>
}

export interface PodcastFeedsTable extends FeedColumns {
  podcast_id: Fixed<number>
  first_page_items: Generated<number>
}

interface AudioBookFeedsTable extends FeedColumns {
  audio_book_id: Fixed<number>
}

/** An address for one app of a listener. */
interface FeedTokensTable {
  id: Id
  user_id: Fixed<string>
  name: Fixed<string>
  token_hash: Fixed<string>
  created_at: Fixed<Instant>
  /** Written once a day at most. */
  last_used_at: Generated<Instant | null>
}

/** Square pictures that feeds show in place of covers. */
interface FeedImagesTable {
  cover_media_id: Fixed<number>
  media_id: Fixed<number>
}

interface FollowsTable {
  user_id: Fixed<string>
  podcast_id: Fixed<number>
  followed_at: Fixed<Instant>
  /** The `public_at` of the podcast's newest episode when it was followed; 0 without episodes. */
  followed_after: Generated<Instant>
  /** The `public_at` of the newest episode that became an entry of the library. */
  added_until: Generated<Instant>
  auto_download: Generated<0 | 1>
}

/** Feeds elsewhere that podcasts are made from. */
export interface SourcesTable {
  id: Id
  podcast_id: Fixed<number>
  /** Null once the account has ended. */
  made_by: Fixed<string | null>
  /** Whether what it names is asked for with an editor's rights: on any port. */
  is_of_editor: Generated<0 | 1>
  /** Without user and password. */
  url: string
  /** The same for addresses that differ in scheme, `www.` and a final slash. */
  url_key: string
  /** User and password, sealed. */
  secret: string | null
  host: string
  /** `podcast:guid` of the feed. */
  guid: string | null
  state: SourceState
  etag: string | null
  last_modified: string | null
  body_hash: string | null
  /** `ttl` of the feed as it was read last; null without one. */
  ttl_ms: Generated<number | null>
  /** Of the present cover. */
  image_url: string | null
  /** JSON: `SourcedField`s that the feed has no say in. */
  detached: Generated<string>
  keep: KeepPolicy
  /** Recordings that `last` keeps. */
  keep_count: Generated<number | null>
  /** The page of the feed to go on with; null once all were read. */
  archive_url: Generated<string | null>
  /** Null while it is paused or gone. */
  next_at: Instant | null
  leased_until: Generated<Instant | null>
  lease: Generated<string | null>
  /** Until when its host asks to be left alone. */
  held_until: Generated<Instant | null>
  failures: Generated<number>
  failed_since: Generated<Instant | null>
  /** Of the first of several 410. */
  gone_since: Generated<Instant | null>
  /** When somebody last asked for a check. */
  asked_at: Generated<Instant | null>
  checked_at: Instant | null
  changed_at: Instant | null
  last_error: Generated<string | null>
  created_at: Fixed<Instant>
}

/** Items of feeds as they were last read. */
export interface SourceItemsTable {
  id: Id
  source_id: Fixed<number>
  guid_key: string
  /** Null once an editor has deleted the episode, which stays away. */
  episode_id: number | null
  /** Null for an item without sound. */
  origin_url: string | null
  origin_length: number | null
  origin_type: string | null
  /** As the origin last said. */
  relayed_length: Generated<number | null>
  /** JSON: former addresses, the latest first. */
  previous_urls: Generated<string>
  title_key: string
  published_at: Instant | null
  duration_ms: number | null
  content_hash: string
  seen_at: Instant
  /** Since when the feed has it no more. */
  gone_at: Generated<Instant | null>
  /** What its recording serves while it is kept here. */
  kept_media_id: Generated<number | null>
  kept_at: Generated<Instant | null>
  /** The address whose bytes could not be kept, and why. */
  refused_url: Generated<string | null>
  refused_reason: Generated<string | null>
  /** Of a document with its chapters. */
  chapters_url: Generated<string | null>
  /** JSON: addresses and languages of transcripts; null for none. */
  transcript_urls: Generated<string | null>
  /** Whether these are to be fetched; null: they were, or there are none. */
  documents_due: Generated<1 | null>
  image_url: Generated<string | null>
  /** Whether it is another one than its episode was given. */
  image_due: Generated<1 | null>
  shown_image_url: Generated<string | null>
  /** The cover of the episode, where it is the feed's. */
  image_media_id: Generated<number | null>
}

/** Of episodes, as their feeds had them. */
interface TranscriptsTable {
  episode_id: Fixed<number>
  format: TranscriptFormat
  /** BCP 47. */
  language: string | null
  /** Counts the changes of its content, from 1. */
  revision: number
  content: string
}

/** Lists of subscriptions that are brought in. */
interface SourceImportsTable {
  id: Id
  user_id: Fixed<string>
  created_at: Fixed<Instant>
  /** Null while feeds of it wait. */
  ended_at: Generated<Instant | null>
}

interface ImportItemsTable {
  import_id: Fixed<number>
  /** From 0. */
  ordinal: Fixed<number>
  url: Fixed<string>
  title: Fixed<string | null>
  state: ImportItemState
  podcast_id: Generated<number | null>
  /** A sentence for people. */
  error: Generated<string | null>
}

/** Feeds out and in. */
export interface FeedsTables {
  podcast_feeds: PodcastFeedsTable
  audio_book_feeds: AudioBookFeedsTable
  feed_tokens: FeedTokensTable
  feed_images: FeedImagesTable
  follows: FollowsTable
  sources: SourcesTable
  source_items: SourceItemsTable
  transcripts: TranscriptsTable
  source_imports: SourceImportsTable
  import_items: ImportItemsTable
}
