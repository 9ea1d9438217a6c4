import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { Dialect } from '../src/db/engine/dialect.ts'

type TableBuilder = CreateTableBuilder<string, never>

/**
 * What a catalogue is browsed by: more fields of records, roles of credits, creators with pictures, series, genres,
 * collections, what is public, and who follows a podcast. Records that are there already stay public, since they were
 * made.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await extendAudioBooks(db)
  await extendPodcasts(db)
  await extendEpisodes(db)
  await extendCreators(db, dialect)
  await extendCredits(db)
  await createSeries(db, dialect)
  await createGenres(db, dialect)
  await createCollections(db, dialect)
  await createFollows(db)
}

const publishing = ['is_public bigint not null default 0', 'published_at bigint', 'publish_at bigint']

async function extendAudioBooks(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'audio_books', [
    'subtitle text',
    'language text',
    'published_year bigint',
    'publisher text',
    'isbn text',
    'is_abridged bigint',
    'is_explicit bigint not null default 0',
    ...publishing,
  ])
  await publishAll(db, 'audio_books')
}

async function extendPodcasts(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'podcasts', [
    'language text',
    'is_explicit bigint not null default 0',
    'link text',
    `episode_order text not null default 'Newest'`,
    ...publishing,
  ])
  await publishAll(db, 'podcasts')
}

async function extendEpisodes(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'episodes', [
    'season bigint',
    `type text not null default 'Full'`,
    'is_explicit bigint not null default 0',
    'public_at bigint',
    ...publishing,
  ])
  await publishAll(db, 'episodes')
  await sql`update episodes set public_at = created_at`.execute(db)
  await index(db, 'episodes', ['podcast_id', 'is_public', 'published_at', 'id'])
}

async function addColumns(db: Kysely<unknown>, table: string, columns: readonly string[]): Promise<void> {
  for (const column of columns)
    await sql`alter table ${sql.table(table)} add column ${sql.raw(column)}`.execute(db)
}

/** With the indexes of what is public by age, of the few that are not, and of what becomes public by itself. */
async function publishAll(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`update ${sql.table(table)} set is_public = 1, published_at = created_at`.execute(db)
  if (table !== 'episodes') {
    await index(db, table, ['published_at', 'id'])
    await db.schema
      .createIndex(`${table}_hidden`)
      .on(table)
      .column('id')
      .where(sql.ref('is_public'), '=', sql.lit(0))
      .execute()
  }
  await db.schema
    .createIndex(`${table}_by_publish_at`)
    .on(table)
    .column('publish_at')
    .where(sql.ref('publish_at'), 'is not', null)
    .execute()
}

async function extendCreators(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await addColumns(db, 'creators', [
    'biography text',
    `links text not null default '[]'`,
    'sort_name text',
    'image_media_id bigint references media (id)',
    'preview_media_id bigint references media (id)',
  ])
  await db.schema
    .alterTable('creators')
    .addColumn('author_sort', dialect.sortKey as never, (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`update creators set author_sort = nickname_sort`.execute(db)
  await index(db, 'creators', ['image_media_id'])
  await index(db, 'creators', ['preview_media_id'])
  await db.schema
    .createTable('merged_creators')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('creator_id', 'bigint', (column) =>
      column.notNull().references('creators.id').onDelete('cascade'),
    )
    .execute()
  await index(db, 'merged_creators', ['creator_id'])
}

/** A creator may have a role several times, under other names: "as the Keeper". Voicers of podcasts are hosts. */
async function extendCredits(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'credits', [`as_name text not null default ''`])
  await sql`update credits set role = 'Host' where podcast_id is not null and role = 'Voice'`.execute(db)
  for (const owner of ['audio_book_id', 'podcast_id', 'episode_id']) {
    await db.schema.dropIndex(`credits_by_${owner}`).execute()
    await indexOwned(db, 'credits', owner, ['creator_id', 'role', 'as_name'])
  }
}

async function createSeries(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('series')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_sort', dialect.sortKey as never, (column) => column.notNull().unique())
    .addColumn('description', 'text')
    .$call((table) => changeTimes(table as never))
    .execute()
  await db.schema
    .createTable('series_books')
    .addColumn('audio_book_id', 'bigint', (column) =>
      column.notNull().references('audio_books.id').onDelete('cascade'),
    )
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .addColumn('series_id', 'bigint', (column) =>
      column.notNull().references('series.id').onDelete('cascade'),
    )
    .addColumn('sequence', 'text')
    .addColumn('sequence_number', 'double precision')
    .addPrimaryKeyConstraint('series_books_key', ['audio_book_id', 'series_id'])
    .execute()
  await index(db, 'series_books', ['series_id'])
}

/** Genres of audio books and categories of podcasts. */
async function createGenres(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('genres')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .$call((table) => ownedByWork(table as never))
    .addCheckConstraint('genres_owner', sql`(audio_book_id is null) <> (podcast_id is null)`)
    .execute()
  await indexOwned(db, 'genres', 'audio_book_id', ['name'])
  await indexOwned(db, 'genres', 'podcast_id', ['name'])
  await index(db, 'genres', ['name'])
}

async function createCollections(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('collections')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text')
    .addColumn('place', 'bigint', (column) => column.notNull())
    .addColumn('is_on_home', 'bigint', (column) => column.notNull())
    .$call((table) => changeTimes(table as never))
    .execute()
  await db.schema
    .createTable('collection_items')
    .addColumn('collection_id', 'bigint', (column) =>
      column.notNull().references('collections.id').onDelete('cascade'),
    )
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .$call((table) => ownedByWork(table as never))
    .addPrimaryKeyConstraint('collection_items_key', ['collection_id', 'ordinal'] as never)
    .addCheckConstraint('collection_items_work', sql`(audio_book_id is null) <> (podcast_id is null)`)
    .execute()
  await indexOwned(db, 'collection_items', 'audio_book_id', ['collection_id'])
  await indexOwned(db, 'collection_items', 'podcast_id', ['collection_id'])
}

async function createFollows(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('follows')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('podcast_id', 'bigint', (column) =>
      column.notNull().references('podcasts.id').onDelete('cascade'),
    )
    .addColumn('followed_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('follows_key', ['user_id', 'podcast_id'])
    .execute()
  await index(db, 'follows', ['podcast_id'])
}

function changeTimes(table: TableBuilder): TableBuilder {
  return table
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull()) as TableBuilder
}

function ownedByWork(table: TableBuilder): TableBuilder {
  return table
    .addColumn('audio_book_id', 'bigint', (column) => column.references('audio_books.id').onDelete('cascade'))
    .addColumn('podcast_id', 'bigint', (column) =>
      column.references('podcasts.id').onDelete('cascade'),
    ) as TableBuilder
}

/** One index for each owner, without the rows of other owners. */
async function indexOwned(
  db: Kysely<unknown>,
  table: string,
  owner: string,
  columns: readonly string[],
): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${owner}`)
    .unique()
    .on(table)
    .columns([owner, ...columns])
    .where(sql.ref(owner), 'is not', null)
    .execute()
}

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns as never)
    .execute()
}
