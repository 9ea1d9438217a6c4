import type { CreateTableBuilder, Kysely } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

type TableBuilder = CreateTableBuilder<string, never>

/** The whole product's tables. Both engines store them alike. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createPeople(db, dialect)
  await createCreators(db, dialect)
  await createMedia(db, dialect)
  await createAudioBooks(db, dialect)
  await createPodcasts(db, dialect)
  await createListening(db, dialect)
  await createMilestones(db)
}

/** What happens once in a database's life, and when it was done; not there yet: still to be done. */
async function createMilestones(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('milestones')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('reached_at', 'bigint', (column) => column.notNull())
    .execute()
}

function changeTimes(table: TableBuilder): TableBuilder {
  return table
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull()) as TableBuilder
}

function cover(table: TableBuilder): TableBuilder {
  return table
    .addColumn('cover_media_id', 'bigint', (column) => column.references('media.id'))
    .addColumn('preview_media_id', 'bigint', (column) => column.references('media.id'))
    .addColumn('preview_chosen_at', 'bigint') as TableBuilder
}

async function createPeople(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('seq', dialect.generatedId as never)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('email_confirmed_at', 'bigint')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .$call((table) => changeTimes(table as never))
    .execute()

  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('device_id', 'text', (column) => column.notNull())
    .addColumn('refresh_hash', 'text', (column) => column.notNull().unique())
    .addColumn('previous_refresh_hash', 'text')
    .addColumn('rotated_at', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute()
  await index(db, 'sessions', ['user_id'])
  await index(db, 'sessions', ['previous_refresh_hash'])

  await db.schema
    .createTable('email_tokens')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('new_email', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
  await index(db, 'email_tokens', ['user_id', 'kind'])
}

async function createCreators(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('creators')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('nickname', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('surname', 'text')
    .addColumn('nickname_sort', dialect.sortKey as never, (column) => column.notNull())
    .addColumn('name_sort', dialect.sortKey as never, (column) => column.notNull())
    .addColumn('surname_sort', dialect.sortKey as never, (column) => column.notNull())
    .$call((table) => changeTimes(table as never))
    .execute()
  for (const column of ['nickname_sort', 'name_sort', 'surname_sort'])
    await index(db, 'creators', [column, 'id'])
}

async function createMedia(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('media')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('size_bytes', 'bigint', (column) => column.notNull())
    .addColumn('duration_ms', 'bigint')
    .addColumn('width', 'bigint')
    .addColumn('height', 'bigint')
    .addColumn('color', 'text')
    .addColumn('placeholder', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await index(db, 'media', ['sha256'])
}

async function createAudioBooks(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('audio_books')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_sort', dialect.sortKey as never, (column) => column.notNull())
    .addColumn('description', 'text')
    .$call((table) => cover(table as never))
    .addColumn('audio_media_id', 'bigint', (column) => column.references('media.id'))
    .$call((table) => changeTimes(table as never))
    .execute()
  await indexRecords(db, 'audio_books')
  await indexMedia(db, 'audio_books', ['cover_media_id', 'preview_media_id', 'audio_media_id'])
  await createLinks(db, 'audio_book_readers', 'audio_book_id', 'audio_books')
}

async function createPodcasts(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('podcasts')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_sort', dialect.sortKey as never, (column) => column.notNull())
    .addColumn('description', 'text')
    .$call((table) => cover(table as never))
    .$call((table) => changeTimes(table as never))
    .execute()
  await indexRecords(db, 'podcasts')
  await indexMedia(db, 'podcasts', ['cover_media_id', 'preview_media_id'])
  await createLinks(db, 'podcast_voicers', 'podcast_id', 'podcasts')

  await db.schema
    .createTable('episodes')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('podcast_id', 'bigint', (column) =>
      column.notNull().references('podcasts.id').onDelete('cascade'),
    )
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .$call((table) => cover(table as never))
    .addColumn('audio_media_id', 'bigint', (column) => column.references('media.id'))
    .$call((table) => changeTimes(table as never))
    .addUniqueConstraint('episodes_number', ['podcast_id', 'number'] as never)
    .execute()
  await indexMedia(db, 'episodes', ['cover_media_id', 'preview_media_id', 'audio_media_id'])
  await createLinks(db, 'episode_voicers', 'episode_id', 'episodes')
}

/** Whoever deletes a medium has its references checked: without these, by reading the whole table. */
async function indexMedia(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  for (const column of columns) await index(db, table, [column])
}

/** The ways in which the public lists are sorted, each answered from its index alone. */
async function indexRecords(db: Kysely<unknown>, table: string): Promise<void> {
  await index(db, table, ['name_sort', 'id'])
  await index(db, table, ['created_at', 'id'])
}

async function createLinks(db: Kysely<unknown>, table: string, owner: string, owners: string): Promise<void> {
  await db.schema
    .createTable(table)
    .addColumn(owner, 'bigint', (column) => column.notNull().references(`${owners}.id`).onDelete('cascade'))
    .addColumn('creator_id', 'bigint', (column) =>
      column.notNull().references('creators.id').onDelete('cascade'),
    )
    .addColumn('place', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${table}_key`, [owner, 'creator_id'] as never)
    .execute()
  await index(db, table, ['creator_id'])
}

async function createListening(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const table of ['library_entries', 'positions']) {
    await db.schema
      .createTable(table)
      .addColumn('id', dialect.generatedId as never)
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('audio_book_id', 'bigint', (column) =>
        column.references('audio_books.id').onDelete('cascade'),
      )
      .addColumn('episode_id', 'bigint', (column) => column.references('episodes.id').onDelete('cascade'))
      .$call((builder) => (table === 'positions' ? position(builder as never) : entry(builder as never)))
      .addUniqueConstraint(`${table}_audio_book`, ['user_id', 'audio_book_id'] as never)
      .addUniqueConstraint(`${table}_episode`, ['user_id', 'episode_id'] as never)
      .execute()
    await index(db, table, ['audio_book_id'])
    await index(db, table, ['episode_id'])
  }
  await index(db, 'positions', ['user_id', 'updated_at'])
}

function entry(table: TableBuilder): TableBuilder {
  return table.addColumn('created_at', 'bigint', (column) => column.notNull()) as TableBuilder
}

function position(table: TableBuilder): TableBuilder {
  return table
    .addColumn('position_ms', 'bigint', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('playback_rate_percent', 'bigint', (column) => column.notNull())
    .addColumn('device_name', 'text')
    .addColumn('updated_at', 'bigint', (column) => column.notNull()) as TableBuilder
}

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns as never)
    .execute()
}
