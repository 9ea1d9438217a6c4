import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/** Feeds of podcasts and audio books, their pictures, and the private tokens of listeners. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createFeeds(db, 'podcast_feeds', 'podcast_id', 'podcasts.id')
  await createFeeds(db, 'audio_book_feeds', 'audio_book_id', 'audio_books.id')
  await db.schema.alterTable('episodes').addColumn('feed_guid', 'text').execute()
  // Episodes that have just become public are found without the others of their podcast.
  await db.schema
    .createIndex('episodes_without_feed_guid')
    .on('episodes')
    .column('podcast_id')
    .where(sql.ref('feed_guid'), 'is', null)
    .execute()
  await db.schema
    .createTable('feed_tokens')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute()
  await db.schema.createIndex('feed_tokens_by_user_id').on('feed_tokens').column('user_id').execute()
  await db.schema
    .createTable('feed_images')
    .addColumn('cover_media_id', 'bigint', (column) =>
      column.primaryKey().references('media.id').onDelete('cascade'),
    )
    .addColumn('media_id', 'bigint', (column) => column.notNull().references('media.id'))
    .execute()
  await db.schema.createIndex('feed_images_by_media_id').on('feed_images').column('media_id').execute()
}

async function createFeeds(
  db: Kysely<unknown>,
  table: string,
  key: string,
  record: 'podcasts.id' | 'audio_books.id',
): Promise<void> {
  await db.schema
    .createTable(table)
    .addColumn(key, 'bigint', (column) => column.primaryKey().references(record).onDelete('cascade'))
    .addColumn('guid', 'text', (column) => column.unique())
    .addColumn('host', 'text')
    .addColumn('revision', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('changed_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('settings', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('language', 'text')
    .addColumn('categories', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('funding', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('verify', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('is_explicit', 'integer')
    .addColumn('author', 'text')
    .addColumn('owner_email', 'text')
    .addColumn('tell_owner', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('link', 'text')
    .addColumn('copyright', 'text')
    .addColumn('type', 'text')
    .addColumn('complete_at', 'bigint')
    .addColumn('unlocked_at', 'bigint')
    .addColumn('updated_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}
