import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

/**
 * Positions in recordings with the last fifty of each, and queues. Until now nothing could write a position, so that
 * table is made anew; SQLite cannot add a check to one that is there.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema.dropTable('positions').execute()
  await createPositions(db, dialect)
  await createHistory(db)
  await createQueues(db)
  // The highest version of a position that the user had forgotten: the next new one begins above it.
  await db.schema
    .alterTable('users')
    .addColumn('forgotten_version', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}

async function createPositions(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('positions')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('audio_book_id', 'bigint', (column) => column.references('audio_books.id').onDelete('cascade'))
    .addColumn('episode_id', 'bigint', (column) => column.references('episodes.id').onDelete('cascade'))
    .addColumn('position_ms', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('playback_rate_percent', 'bigint', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('base_version', 'bigint', (column) => column.notNull())
    .addColumn('device_id', 'text')
    .addColumn('device_name', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    // Nulls are equal to nothing: each of the two counts only where its column is filled.
    .addUniqueConstraint('positions_audio_book', ['user_id', 'audio_book_id'])
    .addUniqueConstraint('positions_episode', ['user_id', 'episode_id'])
    .addCheckConstraint('positions_recording', sql`(audio_book_id is null) <> (episode_id is null)`)
    .execute()
  // The newest of somebody, all or those that are finished or not: counted and paged in the index alone.
  await index(db, 'positions', ['user_id', 'updated_at', 'id', 'finished_at'])
  // What is deleted takes its positions along.
  await index(db, 'positions', ['audio_book_id'])
  await index(db, 'positions', ['episode_id'])
}

async function createHistory(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('position_history')
    .addColumn('position_id', 'bigint', (column) =>
      column.notNull().references('positions.id').onDelete('cascade'),
    )
    // Of a fixed number of places, taken in turn.
    .addColumn('place', 'bigint', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('position_ms', 'bigint', (column) => column.notNull())
    .addColumn('device_name', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('position_history_key', ['position_id', 'place'])
    .execute()
}

async function createQueues(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('queues')
    .addColumn('user_id', 'text', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('items', 'text', (column) => column.notNull())
    .addColumn('current_index', 'bigint')
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('base_version', 'bigint', (column) => column.notNull())
    .addColumn('device_id', 'text')
    .addColumn('device_name', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
}

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns as never)
    .execute()
}
