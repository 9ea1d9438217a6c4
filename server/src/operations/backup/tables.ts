import type { Tables } from '../../db/schema/tables.ts'

export type TableName = keyof Tables

type FormerTableName = 'mails' | 'audio_book_readers' | 'podcast_voicers' | 'episode_voicers'

export interface ArchivedTable {
  readonly name: TableName | FormerTableName
  /** The same rows make the same file on either engine. */
  readonly key: readonly string[]
  readonly generatedId?: string
}

/**
 * Each table behind those that it refers to. Sessions and the tokens of mailed links are hashes (0009). Of media only
 * those of records: the bytes of an upload under way may be missing.
 */
export const archivedTables: readonly (ArchivedTable & { readonly name: TableName })[] = [
  { name: 'milestones', key: ['name'] },
  { name: 'users', key: ['seq'], generatedId: 'seq' },
  { name: 'sessions', key: ['id'] },
  { name: 'email_tokens', key: ['id'], generatedId: 'id' },
  { name: 'invitations', key: ['id'], generatedId: 'id' },
  { name: 'jobs', key: ['id'], generatedId: 'id' },
  // The table is the list of the archive's media files, too.
  { name: 'media', key: ['sha256', 'id'], generatedId: 'id' },
  { name: 'joined_parts', key: ['joined_id', 'ordinal'] },
  { name: 'creators', key: ['id'], generatedId: 'id' },
  { name: 'audio_books', key: ['id'], generatedId: 'id' },
  { name: 'podcasts', key: ['id'], generatedId: 'id' },
  { name: 'episodes', key: ['id'], generatedId: 'id' },
  { name: 'recordings', key: ['id'], generatedId: 'id' },
  { name: 'recording_files', key: ['recording_id', 'ordinal'] },
  { name: 'chapters', key: ['recording_id', 'ordinal'] },
  { name: 'credits', key: ['id'], generatedId: 'id' },
  { name: 'merged_creators', key: ['id'] },
  { name: 'series', key: ['id'], generatedId: 'id' },
  { name: 'series_books', key: ['audio_book_id', 'series_id'] },
  { name: 'genres', key: ['id'], generatedId: 'id' },
  { name: 'collections', key: ['id'], generatedId: 'id' },
  { name: 'collection_items', key: ['collection_id', 'ordinal'] },
  { name: 'podcast_feeds', key: ['podcast_id'] },
  { name: 'audio_book_feeds', key: ['audio_book_id'] },
  { name: 'feed_tokens', key: ['id'], generatedId: 'id' },
  { name: 'sources', key: ['id'], generatedId: 'id' },
  { name: 'source_items', key: ['id'], generatedId: 'id' },
  { name: 'transcripts', key: ['episode_id', 'format'] },
  { name: 'follows', key: ['user_id', 'podcast_id'] },
  { name: 'library_entries', key: ['id'], generatedId: 'id' },
  { name: 'bookmarks', key: ['id'], generatedId: 'id' },
  { name: 'library_folders', key: ['id'], generatedId: 'id' },
  { name: 'library_files', key: ['id'], generatedId: 'id' },
  { name: 'library_books', key: ['id'], generatedId: 'id' },
  { name: 'library_book_files', key: ['book_id', 'ordinal'] },
  { name: 'library_groups', key: ['id'], generatedId: 'id' },
  { name: 'field_sources', key: ['audio_book_id', 'field'] },
  { name: 'imports', key: ['id'], generatedId: 'id' },
  { name: 'import_books', key: ['id'], generatedId: 'id' },
  { name: 'moved_records', key: ['system', 'kind', 'foreign_id'] },
  { name: 'positions', key: ['id'], generatedId: 'id' },
  // Up to 0011 the ordinal is called place.
  { name: 'position_history', key: ['position_id', 'ordinal', 'place'] },
  { name: 'queues', key: ['user_id'] },
  { name: 'devices', key: ['id'] },
  { name: 'device_places', key: ['device_id', 'recording_id'] },
  { name: 'device_subscriptions', key: ['device_id', 'subscription'] },
  { name: 'foreign_subscriptions', key: ['user_id', 'url'] },
  { name: 'foreign_actions', key: ['id'], generatedId: 'id' },
  { name: 'place_offers', key: ['id'], generatedId: 'id' },
]

export const formerTables: readonly ArchivedTable[] = [
  { name: 'mails', key: ['id'], generatedId: 'id' },
  { name: 'audio_book_readers', key: ['audio_book_id', 'creator_id'] },
  { name: 'podcast_voicers', key: ['podcast_id', 'creator_id'] },
  { name: 'episode_voicers', key: ['episode_id', 'creator_id'] },
]

export const leftOut: Readonly<Partial<Record<TableName, string>>> = {
  feed_images: 'made of the covers again',
  library_dirs: 'what the next look finds again',
  uploads: 'files on their way, which expire before a backup would be needed',
  connections: 'apps that wait a few minutes for an answer',
  source_imports: 'lists that are brought in within minutes',
  import_items: 'lists that are brought in within minutes',
  rate_limits: 'counts of the last hour at most, which a new place may begin anew',
  password_failures: 'wrong passwords of the last minutes',
  search_words: 'made of the records again',
  search_word_forms: 'made of the records again',
  search_names: 'made of the records again',
  search_name_terms: 'made of the records again',
}
