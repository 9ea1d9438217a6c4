import type { Kysely } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/** Podcasts made from feeds elsewhere, whose recordings are relayed. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createSources(db, dialect)
  await createItems(db, dialect)
  await db.schema.alterTable('episodes').addColumn('label', 'text').execute()
  await db.schema.alterTable('episodes').addColumn('notes', 'text').execute()
  await db.schema.alterTable('recordings').addColumn('relay_key', 'text').execute()
  await db.schema.alterTable('recordings').addColumn('relay_type', 'text').execute()
  await db.schema.alterTable('recordings').addColumn('relay_duration_ms', 'bigint').execute()
  await db.schema.alterTable('recordings').addColumn('relay_changed_at', 'bigint').execute()
  await db.schema
    .createIndex('recordings_by_relay_key')
    .unique()
    .on('recordings')
    .column('relay_key')
    .execute()
}

async function createSources(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('sources')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('podcast_id', 'bigint', (column) =>
      column.notNull().unique().references('podcasts.id').onDelete('cascade'),
    )
    .addColumn('made_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('url_key', 'text', (column) => column.notNull().unique())
    .addColumn('secret', 'text')
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('guid', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('etag', 'text')
    .addColumn('last_modified', 'text')
    .addColumn('body_hash', 'text')
    .addColumn('image_url', 'text')
    .addColumn('detached', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('keep', 'text', (column) => column.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('leased_until', 'bigint')
    .addColumn('lease', 'text')
    .addColumn('failures', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('failed_since', 'bigint')
    .addColumn('gone_since', 'bigint')
    .addColumn('asked_at', 'bigint')
    .addColumn('checked_at', 'bigint')
    .addColumn('changed_at', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sources_by_next_at').on('sources').column('next_at').execute()
  await db.schema.createIndex('sources_by_made_by').on('sources').column('made_by').execute()
}

async function createItems(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('source_items')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('source_id', 'bigint', (column) =>
      column.notNull().references('sources.id').onDelete('cascade'),
    )
    .addColumn('guid_key', 'text', (column) => column.notNull())
    .addColumn('episode_id', 'bigint', (column) => column.references('episodes.id').onDelete('set null'))
    .addColumn('origin_url', 'text')
    .addColumn('origin_length', 'bigint')
    .addColumn('origin_type', 'text')
    .addColumn('relayed_length', 'bigint')
    .addColumn('previous_urls', 'text', (column) => column.notNull().defaultTo('[]'))
    .addColumn('title_key', 'text', (column) => column.notNull())
    .addColumn('published_at', 'bigint')
    .addColumn('duration_ms', 'bigint')
    .addColumn('content_hash', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addColumn('gone_at', 'bigint')
    .addUniqueConstraint('source_items_key', ['source_id', 'guid_key'])
    .execute()
  await db.schema.createIndex('source_items_by_origin_url').on('source_items').column('origin_url').execute()
  await db.schema
    .createIndex('source_items_by_episode_id')
    .unique()
    .on('source_items')
    .column('episode_id')
    .execute()
}
