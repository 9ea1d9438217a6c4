import type { Kysely } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/** Apps that sign in with passwords of their own, and what each has been told. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createDevices(db)
  await db.schema
    .createTable('device_places')
    .addColumn('device_id', 'text', (column) => column.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('recording_id', 'bigint', (column) =>
      column.notNull().references('recordings.id').onDelete('cascade'),
    )
    .addColumn('known_version', 'bigint')
    .addColumn('told_version', 'bigint')
    .addColumn('told_at', 'bigint')
    .addColumn('again_at', 'bigint')
    .addPrimaryKeyConstraint('device_places_key', ['device_id', 'recording_id'])
    .execute()
  await db.schema
    .createTable('device_subscriptions')
    .addColumn('device_id', 'text', (column) => column.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('subscription', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('told_at', 'bigint', (column) => column.notNull())
    .addColumn('removed_at', 'bigint')
    .addPrimaryKeyConstraint('device_subscriptions_key', ['device_id', 'subscription'])
    .execute()
  await createForeign(db, dialect)
  await createOffers(db, dialect)
  await db.schema
    .createTable('connections')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('poll_hash', 'text', (column) => column.notNull().unique())
    .addColumn('app', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  for (const table of ['device_places', 'place_offers'])
    await db.schema.createIndex(`${table}_by_recording_id`).on(table).column('recording_id').execute()
}

async function createDevices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('devices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('app_id', 'text')
    .addColumn('app_caption', 'text')
    .addColumn('app_type', 'text')
    .addColumn('password_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint')
    .addColumn('last_answer_at', 'bigint')
    .addColumn('last_since', 'bigint')
    .execute()
  await db.schema.createIndex('devices_by_user_id').on('devices').column('user_id').execute()
}

/** What apps say of podcasts and episodes that are not here. */
async function createForeign(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('foreign_subscriptions')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('foreign_subscriptions_key', ['user_id', 'url'])
    .execute()
  await db.schema
    .createTable('foreign_actions')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('device_id', 'text', (column) => column.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('podcast', 'text', (column) => column.notNull())
    .addColumn('episode', 'text', (column) => column.notNull())
    .addColumn('guid', 'text')
    .addColumn('position_ms', 'bigint', (column) => column.notNull())
    .addColumn('total_ms', 'bigint')
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('saved_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('foreign_actions_episode', ['user_id', 'key'])
    .execute()
  await db.schema
    .createIndex('foreign_actions_by_device_id')
    .on('foreign_actions')
    .column('device_id')
    .execute()
}

/** Places of apps that would have set an account back: the latest of each recording. */
async function createOffers(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('place_offers')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('recording_id', 'bigint', (column) =>
      column.notNull().references('recordings.id').onDelete('cascade'),
    )
    .addColumn('position_ms', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('device_id', 'text', (column) => column.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('place_offers_recording', ['user_id', 'recording_id'])
    .execute()
  await db.schema.createIndex('place_offers_by_device_id').on('place_offers').column('device_id').execute()
}
