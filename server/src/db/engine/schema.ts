import type { TranscriptFormat } from '@earmark/contract/feeds.ts'
import type { ChapterSource } from '@earmark/contract/chapters.ts'
import type { KeepPolicy, SourceState } from '@earmark/contract/sources.ts'
import type { ImportItemState } from '@earmark/contract/opml.ts'
import type { FieldName } from '@earmark/contract/planner/plan-input.ts'
import type { FieldSource } from '@earmark/contract/planner/plan-output.ts'
import type { ColumnType, Generated } from 'kysely'

/**
 * The tables as Kysely sees them. Both engines store them alike: integers, text, epoch milliseconds for
 * instants, 0 and 1 or nullable instants for booleans, UUIDs as text.
 */

type Id = Generated<number>
type Instant = number
type Fixed<T> = ColumnType<T, T, never>

interface ChangeTimes {
  created_at: Fixed<Instant>
  updated_at: Instant
}

export interface UsersTable extends ChangeTimes {
  /** Order of creation; the public id is the UUID. */
  seq: Id
  id: Fixed<string>
  email: string
  /** The address in lower case: one account per address. */
  email_key: string
  email_confirmed_at: Instant | null
  /** When somebody registered with the address; null once it is confirmed or changed, and where nobody did. */
  registered_at: Instant | null
  name: string
  name_sort: string
  role: string
  password_hash: string | null
  /** The highest version of a position that was forgotten. */
  forgotten_version: Generated<number>
}

export interface SessionsTable {
  id: Fixed<string>
  user_id: Fixed<string>
  device_id: Fixed<string>
  refresh_hash: string
  previous_refresh_hash: string | null
  rotated_at: Instant
  created_at: Fixed<Instant>
  expires_at: Instant
}

export interface EmailTokensTable {
  id: Id
  user_id: Fixed<string>
  kind: Fixed<string>
  token_hash: Fixed<string>
  new_email: Fixed<string | null>
  created_at: Fixed<Instant>
  expires_at: Fixed<Instant>
}

/** Invitations to register. */
export interface InvitationsTable {
  id: Id
  token_hash: string
  /** Where it was mailed to; null where its link was answered. */
  email_key: Fixed<string | null>
  role: string
  invited_by: string
  created_at: Instant
  expires_at: Instant
}

export interface JobsTable {
  id: Id
  kind: Fixed<string>
  /** Unique for each kind; null sets no bound. */
  subject: Fixed<string | null>
  payload: string
  created_at: Instant
  /** The next run; of a job in progress the end of its lease. */
  due_at: Instant
  attempts: number
  version: number
  ran_at: ColumnType<Instant | null, never, Instant | null>
  progress: ColumnType<string | null, never, string | null>
}

export interface RateLimitsTable {
  key: Fixed<string>
  count: number
  resets_at: Instant
}

export interface PasswordFailuresTable {
  id: Id
  /** Hashes of the account's address and of the network address. */
  account: Fixed<string>
  address: Fixed<string>
  failed_at: Fixed<Instant>
}

export interface CreatorsTable extends ChangeTimes {
  id: Id
  nickname: string
  name: string | null
  surname: string | null
  nickname_sort: string
  name_sort: string
  surname_sort: string
  biography: Generated<string | null>
  /** JSON: a list of addresses. */
  links: Generated<string>
  /** What lists of authors sort by: "Woolf, Virginia". */
  sort_name: Generated<string | null>
  /** The fold of the sort name, else of the nickname. */
  author_sort: string
  image_media_id: Generated<number | null>
  preview_media_id: Generated<number | null>
}

/** Addresses of creators that were merged into others. */
export interface MergedCreatorsTable {
  id: Fixed<number>
  creator_id: number
}

export interface MediaTable {
  id: Id
  /** The unguessable part of the public address. */
  key: Fixed<string>
  /** Lower-case hex; names the bytes in storage, or of a library file its key (0052). Several media may share one file. */
  sha256: Fixed<string>
  /** Null for stored bytes. */
  origin: Generated<'library' | null>
  content_type: Fixed<string>
  size_bytes: Fixed<number>
  duration_ms: number | null
  width: Fixed<number | null>
  height: Fixed<number | null>
  color: string | null
  placeholder: string | null
  created_at: Fixed<Instant>
  /** Version of the probe of duration, chapters, colour and placeholder: `readerVersions`. */
  reader_version: Generated<number>
  /** Of a joined medium, whose file is its index: the bytes of its address (0045). */
  joined_bytes: Generated<number | null>
  /** JSON: `FileChapter` of the file, in order; null for none. */
  chapters: Generated<string | null>
}

/** A medium whose file a joined one has slices of; it belongs to that one alone. */
export interface JoinedPartsTable {
  joined_id: Fixed<number>
  /** From 0. */
  ordinal: Fixed<number>
  media_id: Fixed<number>
}

interface CoverColumns {
  cover_media_id: number | null
  preview_media_id: number | null
  /** Set when an editor chose the preview; null when the server made it from the cover. */
  preview_chosen_at: Instant | null
  /** Of the preview that the server has last made and replaced, while none is chosen: decision 0025. */
  replaced_preview_url: string | null
}

interface PublishingColumns {
  is_public: Generated<0 | 1>
  /** When it was first public; an episode's may be another that is shown. */
  published_at: Generated<Instant | null>
  /** When it becomes public by itself. */
  publish_at: Generated<Instant | null>
}

export interface AudioBooksTable extends ChangeTimes, CoverColumns, PublishingColumns {
  id: Id
  name: string
  name_sort: string
  subtitle: Generated<string | null>
  description: string | null
  /** BCP 47, canonical. */
  language: Generated<string | null>
  published_year: Generated<number | null>
  publisher: Generated<string | null>
  isbn: Generated<string | null>
  is_abridged: Generated<0 | 1 | null>
  is_explicit: Generated<0 | 1>
}

export interface PodcastsTable extends ChangeTimes, CoverColumns, PublishingColumns {
  id: Id
  name: string
  name_sort: string
  description: string | null
  /** BCP 47, canonical. */
  language: Generated<string | null>
  is_explicit: Generated<0 | 1>
  link: Generated<string | null>
  /** Of its feed at another place, as it was brought. */
  feed_url: Generated<string | null>
  episode_order: Generated<'Newest' | 'Oldest'>
  /** Not public, and yet its followers see it (0067); never of one that is public. */
  is_unlisted: Generated<0 | 1>
}

export interface EpisodesTable extends ChangeTimes, CoverColumns, PublishingColumns {
  id: Id
  podcast_id: Fixed<number>
  number: number
  name: string
  description: string | null
  season: Generated<number | null>
  type: Generated<'Full' | 'Trailer' | 'Bonus'>
  /** The number as its feed wants it shown, such as `12b`. */
  label: Generated<string | null>
  /** JSON: `Notes` of the contract; null where the description says it all. */
  notes: Generated<string | null>
  is_explicit: Generated<0 | 1>
  /** When it was first public here, whatever date is shown. */
  public_at: Generated<Instant | null>
  /** What feeds name it by: of its source, else made when it is first public (0059). */
  feed_guid: Generated<string | null>
}

/** Each audio book and each episode has one; one of the two ids is filled. */
export interface RecordingsTable {
  id: Id
  audio_book_id: Fixed<number | null>
  episode_id: Fixed<number | null>
  /** What its address serves; null where there is no sound, or files that no one decoder plays. */
  media_id: Generated<number | null>
  /** The unguessable part of the address by which a sound elsewhere is passed on (0062). */
  relay_key: Generated<string | null>
  relay_type: Generated<string | null>
  /** As its feed says. */
  relay_duration_ms: Generated<number | null>
  /** When it was last found to be another than before. */
  relay_changed_at: Generated<Instant | null>
  /** Counts the changes of its chapters. */
  chapters_version: Generated<number>
  chapters_source: Generated<ChapterSource>
  /** The account of the editor who wrote them, as long as there is one. */
  chapters_saved_by: Generated<string | null>
  chapters_saved_at: Generated<Instant | null>
}

/** Those of an editor may lie past the end of a sound that came later. */
export interface ChaptersTable {
  recording_id: Fixed<number>
  /** From 0. */
  ordinal: Fixed<number>
  start_ms: Fixed<number>
  title: Fixed<string>
}

/** The files of a recording of several, one after another. */
export interface RecordingFilesTable {
  recording_id: Fixed<number>
  /** From 0. */
  ordinal: Fixed<number>
  media_id: number
  /** What it plays within the whole. */
  duration_ms: number
  title: Fixed<string | null>
  /** Of its upload; unknown of older ones, and of a recording's first file where it was the only one. */
  file_name: Fixed<string | null>
}

/** A creator's part in a record; one of the three ids is filled. */
export interface CreditsTable {
  id: Id
  creator_id: number
  role: Fixed<string>
  /** As whom: "the Keeper"; empty for none. */
  as_name: Generated<string>
  /** Order among the credits of one record. */
  ordinal: number
  audio_book_id: Fixed<number | null>
  podcast_id: Fixed<number | null>
  episode_id: Fixed<number | null>
}

export interface SeriesTable extends ChangeTimes {
  id: Id
  name: string
  /** Unique. */
  name_sort: string
  description: string | null
}

export interface SeriesBooksTable {
  audio_book_id: Fixed<number>
  series_id: Fixed<number>
  /** Order among the series of one audio book. */
  ordinal: number
  /** As an editor wrote it: `1`, `1.5`, `2-3`. */
  sequence: string | null
  /** What the series sorts by; null sorts last. */
  sequence_number: number | null
}

/** Genres of audio books and categories of podcasts; one of the two ids is filled. */
export interface GenresTable {
  id: Id
  name: string
  ordinal: number
  audio_book_id: Fixed<number | null>
  podcast_id: Fixed<number | null>
}

export interface CollectionsTable extends ChangeTimes {
  id: Id
  name: string
  description: string | null
  /** Order among the collections. */
  place: number
  is_on_home: 0 | 1
}

/** One of the two ids is filled. */
export interface CollectionItemsTable {
  collection_id: Fixed<number>
  ordinal: number
  audio_book_id: Fixed<number | null>
  podcast_id: Fixed<number | null>
}

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

export interface AudioBookFeedsTable extends FeedColumns {
  audio_book_id: Fixed<number>
}

/** An address for one app of a listener. */
export interface FeedTokensTable {
  id: Id
  user_id: Fixed<string>
  name: Fixed<string>
  token_hash: Fixed<string>
  created_at: Fixed<Instant>
  /** Written once a day at most. */
  last_used_at: Generated<Instant | null>
}

/** Square pictures that feeds show in place of covers. */
export interface FeedImagesTable {
  cover_media_id: Fixed<number>
  media_id: Fixed<number>
}

export interface FollowsTable {
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
export interface TranscriptsTable {
  episode_id: Fixed<number>
  format: TranscriptFormat
  /** BCP 47. */
  language: string | null
  /** Counts the changes of its content, from 1. */
  revision: number
  content: string
}

export interface LibraryEntriesTable {
  id: Id
  user_id: Fixed<string>
  recording_id: Fixed<number>
  created_at: Fixed<Instant>
}

export interface BookmarksTable {
  id: Id
  user_id: Fixed<string>
  recording_id: Fixed<number>
  /** A UUID, lower case. */
  client_id: Fixed<string>
  start_ms: number
  end_ms: number | null
  note: string
  version: number
  created_at: Fixed<Instant>
  updated_at: Instant
}

/** Folders that the settings have named. */
export interface LibraryFoldersTable {
  id: Id
  name: Fixed<string>
}

/** Audio files of library folders as they were looked into; they stay where they are. */
export interface LibraryFilesTable {
  id: Id
  folder_id: Fixed<number>
  /** Relative to the folder, with `/`. */
  path: string
  /** Of the bytes of the path, which need not be UTF-8: `pathKey`. */
  path_key: string
  size_bytes: number
  /** Epoch seconds: network disks round. */
  modified_s: number
  /** Of the sound alone. */
  print: string | null
  /** What media name its bytes by, in place of a SHA-256 of all of them: `libraryFileKey`. */
  file_key: string | null
  /** JSON: `FileFacts`. */
  facts: string | null
  refusal: string | null
  reader_version: number
  looked_at: Instant
  missing_since: Instant | null
}

/** What the files of a directory were when the last plan found nothing to ask of them; empty where it did. */
export interface LibraryDirsTable {
  folder_id: Fixed<number>
  /** As people see it. */
  path_key: Fixed<string>
  signature: string
}

/** Audio books that imports have brought. */
export interface LibraryBooksTable {
  id: Id
  folder_id: Fixed<number>
  audio_book_id: Fixed<number>
  path: string
  missing_since: Generated<Instant | null>
  /** Raised by every change of the audio book, and of what is known of its files. */
  revision: Generated<number>
}

/** The files of a library's book as they were when it was last applied. */
export interface LibraryBookFilesTable {
  book_id: Fixed<number>
  /** From 0. */
  ordinal: Fixed<number>
  path: string
  print: string
  file_key: string
  duration_ms: number
  /** The folder of `path`; empty for the root. */
  folder: string
  /** 1 where it was not there then. */
  is_missing: number
}

/** Files that an editor has put together as one book. */
export interface LibraryGroupsTable {
  id: Id
  folder_id: Fixed<number>
  /** JSON: their prints, in order. */
  prints: string
}

/** Whose word a field of an audio book is; without a row it is an editor's, or nobody's. */
export interface FieldSourcesTable {
  audio_book_id: Fixed<number>
  field: Fixed<FieldName>
  source: FieldSource
  /** JSON: `SourcedValue` of each file's word, best first. */
  file_value: string
  /** When an editor set or cleared it: files do not change it any more. */
  hand_at: Instant | null
  /** Null also where the account is gone. */
  hand_by: string | null
}

/** Either of a folder or of a batch of uploads. */
export interface ImportsTable {
  id: Id
  folder_id: Fixed<number | null>
  path: Fixed<string | null>
  batch: Fixed<string | null>
  state: string
  /** JSON: what is to be applied. */
  options: string
  /** JSON: `ImportProgress`. */
  progress: string
  /** JSON: `ImportCounts`. */
  counts: string
  /** An error code. */
  failure: Generated<string | null>
  started_at: Fixed<Instant>
  ended_at: Generated<Instant | null>
  version: number
}

export interface ImportBooksTable {
  id: Id
  import_id: Fixed<number>
  kind: string
  decision: string
  /** The one that it is, or has become. */
  audio_book_id: Generated<number | null>
  path: string
  path_sort: string
  title_sort: string
  /** Folded. */
  search_text: string
  /** Codes between commas, with one at either end. */
  warnings: string
  warnings_count: number
  /** JSON: the proposal, and what an editor has set of it. */
  record: string
  applied_at: Generated<Instant | null>
  version: number
}

/** A file that is sent in several requests. */
export interface UploadsTable {
  /** A UUID. */
  id: Fixed<string>
  user_id: Fixed<string>
  batch: Fixed<string>
  file_name: Fixed<string>
  relative_path: Fixed<string>
  size_bytes: Fixed<number>
  /** Those that are durable. */
  received_bytes: number
  /** Machine, node and request that write; null while none does. */
  owner: Generated<string | null>
  lease_until: Generated<Instant | null>
  expires_at: Instant
  created_at: Fixed<Instant>
}

/** What was brought from another program. */
export interface MovedRecordsTable {
  system: Fixed<string>
  kind: Fixed<string>
  foreign_id: Fixed<string>
  /** The id here, which may be of something that is not there any more; of a position the time that it was of. */
  own_id: string
  moved_at: Instant
}

interface SavedState {
  version: number
  base_version: number
  /** Null where the request named none. */
  device_id: string | null
  device_name: string
  updated_at: Instant
}

export interface PositionsTable extends SavedState {
  id: Id
  user_id: Fixed<string>
  recording_id: Fixed<number>
  position_ms: number
  finished_at: Instant | null
  playback_rate_percent: number
}

export interface PositionHistoryTable {
  position_id: Fixed<number>
  /** A ring of a fixed number of rows. */
  ordinal: Fixed<number>
  version: number
  position_ms: number
  device_name: string
  updated_at: Instant
}

export interface QueuesTable extends SavedState {
  user_id: Fixed<string>
  items: string
  current_index: number | null
}

export interface SearchWordsTable {
  id: Id
  word: Fixed<string>
}

export interface SearchWordFormsTable {
  form: Fixed<string>
  word_id: Fixed<number>
}

export interface SearchNamesTable {
  kind: Fixed<string>
  id: Fixed<number>
  /** Folded, one a line. */
  phrases: Fixed<string>
}

export interface SearchNameTermsTable {
  term: Fixed<string>
  id: Fixed<number>
}

export interface MilestonesTable {
  name: Fixed<string>
  reached_at: Fixed<Instant>
}

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
}

/** Versions of positions that a device knows, or has been told (0063). */
export interface DevicePlacesTable {
  device_id: Fixed<string>
  recording_id: Fixed<number>
  known_version: number | null
  told_version: number | null
  /** Epoch seconds. */
  told_at: number | null
  again_at: Instant | null
}

/** The subscriptions of a device by the addresses that it knows them by. */
export interface DeviceSubscriptionsTable {
  device_id: Fixed<string>
  /** `podcast/7`, or of a foreign one `url/` and the hash of its address. */
  subscription: Fixed<string>
  url: string
  /** Epoch seconds, of the answer or request that first had it. */
  told_at: number
  removed_at: number | null
}

export interface ForeignSubscriptionsTable {
  user_id: Fixed<string>
  url: Fixed<string>
  created_at: Instant
}

export interface ForeignActionsTable {
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

export interface PlaceOffersTable {
  id: Id
  user_id: Fixed<string>
  recording_id: Fixed<number>
  position_ms: number
  finished_at: Instant | null
  device_id: string
  at: Instant
}

/** Lists of subscriptions that are brought in. */
export interface SourceImportsTable {
  id: Id
  user_id: Fixed<string>
  created_at: Fixed<Instant>
  /** Null while feeds of it wait. */
  ended_at: Generated<Instant | null>
}

export interface ImportItemsTable {
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

/** Apps that wait to be allowed. */
export interface ConnectionsTable {
  token_hash: Fixed<string>
  poll_hash: Fixed<string>
  app: Fixed<string>
  /** Of who has allowed it. */
  user_id: Generated<string | null>
  expires_at: Fixed<Instant>
}

export interface Tables {
  users: UsersTable
  sessions: SessionsTable
  email_tokens: EmailTokensTable
  invitations: InvitationsTable
  jobs: JobsTable
  rate_limits: RateLimitsTable
  password_failures: PasswordFailuresTable
  creators: CreatorsTable
  media: MediaTable
  joined_parts: JoinedPartsTable
  audio_books: AudioBooksTable
  podcasts: PodcastsTable
  episodes: EpisodesTable
  recordings: RecordingsTable
  recording_files: RecordingFilesTable
  chapters: ChaptersTable
  credits: CreditsTable
  merged_creators: MergedCreatorsTable
  series: SeriesTable
  series_books: SeriesBooksTable
  genres: GenresTable
  collections: CollectionsTable
  collection_items: CollectionItemsTable
  podcast_feeds: PodcastFeedsTable
  audio_book_feeds: AudioBookFeedsTable
  feed_tokens: FeedTokensTable
  feed_images: FeedImagesTable
  follows: FollowsTable
  sources: SourcesTable
  source_items: SourceItemsTable
  transcripts: TranscriptsTable
  library_entries: LibraryEntriesTable
  bookmarks: BookmarksTable
  library_folders: LibraryFoldersTable
  library_files: LibraryFilesTable
  library_dirs: LibraryDirsTable
  library_books: LibraryBooksTable
  library_book_files: LibraryBookFilesTable
  library_groups: LibraryGroupsTable
  field_sources: FieldSourcesTable
  imports: ImportsTable
  import_books: ImportBooksTable
  uploads: UploadsTable
  moved_records: MovedRecordsTable
  positions: PositionsTable
  position_history: PositionHistoryTable
  queues: QueuesTable
  devices: DevicesTable
  device_places: DevicePlacesTable
  device_subscriptions: DeviceSubscriptionsTable
  foreign_subscriptions: ForeignSubscriptionsTable
  foreign_actions: ForeignActionsTable
  place_offers: PlaceOffersTable
  connections: ConnectionsTable
  source_imports: SourceImportsTable
  import_items: ImportItemsTable
  milestones: MilestonesTable
  search_words: SearchWordsTable
  search_word_forms: SearchWordFormsTable
  search_names: SearchNamesTable
  search_name_terms: SearchNameTermsTable
}
