import { type Kysely, sql } from 'kysely'
import type { Connection, Dialect } from '../src/db/engine/dialect.ts'

/**
 * One row of `recordings` for each audio book and each episode, to which files, positions, entries of libraries and
 * queues refer, and one table of credits. Tables whose checks and keys name the old columns are made anew: SQLite
 * cannot take these away. Each table is copied by one statement.
 */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createRecordings(db, dialect)
  await createRecordingFiles(db, dialect)
  await createCredits(db, dialect)
  await remakeLibraryEntries(db, dialect)
  await remakePositions(db, dialect)
  await translateQueues(db, dialect)
}

async function createRecordings(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('recordings')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('audio_book_id', 'bigint', (column) =>
      column.unique().references('audio_books.id').onDelete('cascade'),
    )
    .addColumn('episode_id', 'bigint', (column) =>
      column.unique().references('episodes.id').onDelete('cascade'),
    )
    .addCheckConstraint('recordings_owner', sql`(audio_book_id is null) <> (episode_id is null)`)
    .execute()
  await sql`insert into recordings (audio_book_id) select id from audio_books order by id`.execute(db)
  await sql`insert into recordings (episode_id) select id from episodes order by id`.execute(db)
}

async function createRecordingFiles(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('recording_files')
    .addColumn('recording_id', 'bigint', (column) =>
      column.notNull().references('recordings.id').onDelete('cascade'),
    )
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .addColumn('media_id', 'bigint', (column) => column.notNull().references('media.id'))
    .addPrimaryKeyConstraint('recording_files_key', ['recording_id', 'ordinal'])
    .$call((table) => (dialect.engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table))
    .execute()
  for (const [table, owner] of [
    ['audio_books', 'audio_book_id'],
    ['episodes', 'episode_id'],
  ] as const) {
    await sql`insert into recording_files (recording_id, ordinal, media_id)
      select recordings.id, 0, owner.audio_media_id
      from recordings join ${sql.table(table)} as owner on owner.id = recordings.${sql.ref(owner)}
      where owner.audio_media_id is not null order by recordings.id`.execute(db)
    await db.schema.dropIndex(`${table}_by_audio_media_id`).execute()
    await db.schema.alterTable(table).dropColumn('audio_media_id').execute()
  }
  await index(db, 'recording_files', ['media_id'])
}

async function createCredits(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const owners = [
    ['audio_book_id', 'audio_books', 'audio_book_readers', 'Reader'],
    ['podcast_id', 'podcasts', 'podcast_voicers', 'Voice'],
    ['episode_id', 'episodes', 'episode_voicers', 'Voice'],
  ] as const
  let table = db.schema
    .createTable('credits')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('creator_id', 'bigint', (column) =>
      column.notNull().references('creators.id').onDelete('cascade'),
    )
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
  for (const [owner, those] of owners)
    table = table.addColumn(owner, 'bigint', (column) => column.references(`${those}.id`).onDelete('cascade'))
  const isOwned = sql.join(
    owners.map(([owner]) => sql`case when ${sql.ref(owner)} is null then 0 else 1 end`),
    sql` + `,
  )
  await table.addCheckConstraint('credits_owner', sql`${isOwned} = 1`).execute()
  for (const [owner, , links, role] of owners) {
    await sql`insert into credits (creator_id, role, ordinal, ${sql.ref(owner)})
      select creator_id, ${sql.lit(role)}, place, ${sql.ref(owner)} from ${sql.table(links)}
      order by ${sql.ref(owner)}, place, creator_id`.execute(db)
    await db.schema.dropTable(links).execute()
    await db.schema
      .createIndex(`credits_by_${owner}`)
      .unique()
      .on('credits')
      .columns([owner, 'creator_id', 'role'])
      .where(sql.ref(owner), 'is not', null)
      .execute()
  }
  await index(db, 'credits', ['creator_id'])
}

/** Each row of `former` names either an audio book or an episode. */
const recordingId = sql`coalesce(book.id, episode.id)`
const joinRecordings = sql`left join recordings as book on book.audio_book_id = former.audio_book_id
  left join recordings as episode on episode.episode_id = former.episode_id`

async function remakeLibraryEntries(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const byTime = ['user_id', 'created_at', 'id']
  const lastId = await setAside(db, dialect, 'library_entries', [byTime, ['audio_book_id'], ['episode_id']])
  await db.schema
    .createTable('library_entries')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('recording_id', 'bigint', (column) =>
      column.notNull().references('recordings.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('library_entries_recording', ['user_id', 'recording_id'])
    .execute()
  await sql`insert into library_entries (id, user_id, recording_id, created_at)
    select former.id, former.user_id, ${recordingId}, former.created_at
    from former_library_entries as former ${joinRecordings} order by former.id`.execute(db)
  await db.schema.dropTable('former_library_entries').execute()
  await dialect.transfer.setLastId(db as Connection, 'library_entries', 'id', lastId)
  await index(db, 'library_entries', byTime)
  await index(db, 'library_entries', ['recording_id'])
}

async function remakePositions(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const byTime = ['user_id', 'updated_at', 'id', 'finished_at']
  const lastId = await setAside(db, dialect, 'positions', [byTime, ['audio_book_id'], ['episode_id']])
  await db.schema.alterTable('position_history').renameTo('former_position_history').execute()
  await db.schema
    .createTable('positions')
    .addColumn('id', dialect.generatedId as never)
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('recording_id', 'bigint', (column) =>
      column.notNull().references('recordings.id').onDelete('cascade'),
    )
    .addColumn('position_ms', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('playback_rate_percent', 'bigint', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('base_version', 'bigint', (column) => column.notNull())
    .addColumn('device_id', 'text')
    .addColumn('device_name', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('positions_recording_key', ['user_id', 'recording_id'])
    .execute()
  await sql`insert into positions (id, user_id, recording_id, position_ms, finished_at, playback_rate_percent,
      version, base_version, device_id, device_name, updated_at)
    select former.id, user_id, ${recordingId}, position_ms, finished_at, playback_rate_percent,
      version, base_version, device_id, device_name, updated_at
    from former_positions as former ${joinRecordings} order by former.id`.execute(db)
  await remakeHistory(db)
  await db.schema.dropTable('former_positions').execute()
  await dialect.transfer.setLastId(db as Connection, 'positions', 'id', lastId)
  await index(db, 'positions', byTime)
  await index(db, 'positions', ['recording_id'])
}

/** Before the former positions go, which would take it along. */
async function remakeHistory(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('position_history')
    .addColumn('position_id', 'bigint', (column) =>
      column.notNull().references('positions.id').onDelete('cascade'),
    )
    .addColumn('ordinal', 'bigint', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('position_ms', 'bigint', (column) => column.notNull())
    .addColumn('device_name', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('position_history_ordinals', ['position_id', 'ordinal'])
    .execute()
  await sql`insert into position_history (position_id, ordinal, version, position_ms, device_name, updated_at)
    select position_id, place, version, position_ms, device_name, updated_at
    from former_position_history order by position_id, place`.execute(db)
  await db.schema.dropTable('former_position_history').execute()
}

/**
 * From `[[audio book's id], [podcast's id, episode's id], …]` to a list of recordings' ids. Items without a recording
 * go; the turn stays where it was, else goes to the next item that is left, else to the last.
 */
async function translateQueues(db: Kysely<unknown>, { engine }: Dialect): Promise<void> {
  const items =
    engine === 'sqlite'
      ? sql`json_each(queues.items) as item`
      : sql`json_array_elements(queues.items::json) with ordinality as item(value, key)`
  const id = (at: number) => sql`cast(item.value ->> ${sql.lit(at)} as bigint)`
  await sql`
    with kept as (
      select user_id, item.key, recordings.id from queues cross join ${items}
        join recordings on recordings.audio_book_id = ${id(0)}
        where item.value ->> 1 is null
      union all
      select user_id, item.key, recordings.id from queues cross join ${items}
        join episodes on episodes.id = ${id(1)} and episodes.podcast_id = ${id(0)}
        join recordings on recordings.episode_id = episodes.id
    ), translated as (
      select queues.user_id, count(kept.id) as count,
        '[' || coalesce(string_agg(cast(kept.id as text), ',' order by kept.key), '') || ']' as items,
        sum(case when kept.key < queues.current_index ${engine === 'sqlite' ? sql`` : sql`+ 1`} then 1 else 0 end) as before
      from queues left join kept on kept.user_id = queues.user_id group by queues.user_id
    )
    update queues set items = translated.items, current_index = case
      when current_index is null or count = 0 then null
      when before < count then before else count - 1 end
    from translated where translated.user_id = queues.user_id`.execute(db)
}

/** @returns the last id that the table has given out */
async function setAside(
  db: Kysely<unknown>,
  { transfer }: Dialect,
  table: string,
  indexes: readonly string[][],
): Promise<number> {
  const lastId = await transfer.lastId(db as Connection, table, 'id')
  for (const columns of indexes) await db.schema.dropIndex(`${table}_by_${columns.join('_')}`).execute()
  await db.schema.alterTable(table).renameTo(`former_${table}`).execute()
  return lastId
}

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns as never)
    .execute()
}
