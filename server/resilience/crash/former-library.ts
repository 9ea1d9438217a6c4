import { type RawBuilder, sql } from 'kysely'
import type { PlainDatabase } from '../../src/db/plain-database.ts'
import { migrateWithin, migrationNames } from '../../src/db/migrate.ts'

/** Libraries as they were before recordings had a table of their own, and what both versions say of them. */

export const formerCount = migrationNames.indexOf('0012-recordings')

interface Item {
  readonly book?: number
  readonly podcast?: number
  readonly episode?: number
}

/** What each user's queue has left once it names recordings, by the user's number. */
export type Queues = Map<string, { items: Item[]; currentIndex: number | null }>

/** Fills an empty database: three fifths of the records are audio books, and each has a listener. */
export async function fillFormerLibrary(
  { connection, dialect }: PlainDatabase,
  records: number,
): Promise<Queues> {
  const users = Math.ceil(records / 100)
  const [books, episodes, podcasts] = [records * 0.6, records * 0.4, Math.ceil(records / 200)]
  const creators = Math.ceil(records / 10)
  const counted = (count: number) =>
    sql`(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)}) select i from n) as n`
  return await connection.transaction().execute(async (transaction) => {
    await migrateWithin(transaction, dialect, formerCount)
    const run = (statement: RawBuilder<unknown>) => statement.execute(transaction)
    await run(sql`insert into users (id, email, email_key, name, name_sort, role, created_at, updated_at)
      select 'user' || i, 'a' || i, 'a' || i, 'Ada', 'ada', 'User', i, i from ${counted(users)}`)
    await run(sql`insert into creators (nickname, nickname_sort, name_sort, surname_sort, created_at, updated_at)
      select 'Creator ' || i, '', '', '', i, i from ${counted(creators)}`)
    await run(sql`insert into media (key, sha256, content_type, size_bytes, duration_ms, created_at)
      select 'key' || i, 'hash' || i, 'audio/mpeg', i, i, i from ${counted(records)}`)
    // Every seventh has no sound.
    await run(sql`insert into audio_books (name, name_sort, audio_media_id, created_at, updated_at)
      select 'Book ' || i, 'book', case when i % 7 > 0 then i end, i, i from ${counted(books)}`)
    await run(sql`insert into podcasts (name, name_sort, created_at, updated_at)
      select 'Podcast ' || i, 'podcast', i, i from ${counted(podcasts)}`)
    await run(sql`insert into episodes (podcast_id, number, name, audio_media_id, created_at, updated_at)
      select 1 + i % ${sql.lit(podcasts)}, i, 'Episode', case when i % 7 > 0 then ${sql.lit(books)} + i end, i, i
      from ${counted(episodes)}`)
    for (const [table, owner, count] of [
      ['audio_book_readers', 'audio_book_id', books],
      ['podcast_voicers', 'podcast_id', podcasts],
      ['episode_voicers', 'episode_id', episodes],
    ] as const) {
      for (const place of [0, 1])
        await run(sql`insert into ${sql.table(table)} (${sql.ref(owner)}, creator_id, place)
          select i, 1 + (i * 7 + ${sql.lit(place)}) % ${sql.lit(creators)}, ${sql.lit(1 - place)} from ${counted(count)}`)
    }
    for (const [owner, count, step] of [
      ['audio_book_id', books, 1],
      ['episode_id', episodes, 2],
    ] as const) {
      await run(sql`insert into positions (user_id, ${sql.ref(owner)}, position_ms, finished_at,
          playback_rate_percent, version, base_version, device_id, device_name, updated_at)
        select 'user' || (1 + i % ${sql.lit(users)}), i, i, case when i % 3 = 0 then i end,
          100, 5, 4, 'device', 'Chrome', i * ${sql.lit(step)} from ${counted(count)}`)
      await run(sql`insert into library_entries (user_id, ${sql.ref(owner)}, created_at)
        select 'user' || (1 + i % ${sql.lit(users)}), i, i from ${counted(count)} where i % 2 = 0`)
    }
    await run(sql`insert into position_history (position_id, place, version, position_ms, device_name, updated_at)
      select id, i, i, position_ms + i, device_name, updated_at - i from positions cross join ${counted(5)}`)
    // What was given out last is not there any more.
    await run(sql`delete from library_entries where id = (select max(id) from library_entries)`)
    const queues = makeQueues(users, { books, episodes, podcasts })
    const rows = queues.map(({ stored }, place) => ({ user_id: `user${place + 1}`, ...stored }))
    for (let start = 0; start < rows.length; start += 100) {
      const saved = { version: 1, base_version: 0, device_id: null, device_name: 'Chrome', updated_at: 1 }
      const values = rows.slice(start, start + 100).map((row) => ({ ...row, ...saved }))
      await transaction.insertInto('queues').values(values).execute()
    }
    return new Map(queues.map(({ left }, place) => [`user${place + 1}`, left]))
  })
}

function makeQueues(
  users: number,
  { books, episodes, podcasts }: { books: number; episodes: number; podcasts: number },
) {
  return Array.from({ length: users }, (_, user) => {
    const items = Array.from({ length: user % 100 }, (_one, at) => {
      const [book, episode] = [1 + ((user * 31 + at * 7) % books), 1 + ((user * 17 + at * 3) % episodes)]
      const podcast = 1 + (episode % podcasts)
      // Of five, one is gone and one is no episode of its podcast.
      if (at % 5 === 1) return { stored: [books + at], left: null }
      if (at % 5 === 2) return { stored: [podcast + 1, episode], left: null }
      if (at % 5 === 3) return { stored: [podcast, episode], left: { podcast, episode } }
      return { stored: [book], left: { book } }
    })
    const current = items.length === 0 || user % 4 === 0 ? null : (user * 13) % items.length
    const left = items.flatMap((item) => item.left ?? [])
    const before = items.slice(0, current ?? 0).filter((item) => item.left !== null).length
    return {
      stored: { items: JSON.stringify(items.map((item) => item.stored)), current_index: current },
      left: { items: left, currentIndex: current === null ? null : Math.min(before, left.length - 1) },
    }
  })
}

const positionColumns = sql.raw(
  'user_id, position_ms, finished_at, playback_rate_percent, version, base_version, device_id, device_name, updated_at',
)

const none = sql`cast(null as bigint)`

const former = {
  files: sql`select id as book, ${none} as episode, audio_media_id as media from audio_books where audio_media_id is not null
    union all select ${none}, id, audio_media_id from episodes where audio_media_id is not null`,
  credits: sql`select creator_id as creator, 'Reader' as role, place as ordinal, audio_book_id as book, ${none} as podcast, ${none} as episode
    from audio_book_readers
    union all select creator_id, 'Host', place, ${none}, podcast_id, ${none} from podcast_voicers
    union all select creator_id, 'Voice', place, ${none}, ${none}, episode_id from episode_voicers`,
  positions: sql`select id, audio_book_id as book, episode_id as episode, ${positionColumns} from positions`,
  history: sql`select position_id as id, place as ordinal, version, position_ms, device_name, updated_at from position_history`,
  entries: sql`select id, user_id, audio_book_id as book, episode_id as episode, created_at from library_entries`,
}

const present: typeof former = {
  files: sql`select audio_book_id as book, episode_id as episode, media_id as media
    from recordings where media_id is not null`,
  credits: sql`select creator_id as creator, role, ordinal, audio_book_id as book, podcast_id as podcast, episode_id as episode
    from credits`,
  positions: sql`select positions.id, audio_book_id as book, episode_id as episode, ${positionColumns}
    from positions join recordings on recordings.id = recording_id`,
  history: sql`select position_id as id, ordinal, version, position_ms, device_name, updated_at from position_history`,
  entries: sql`select library_entries.id, user_id, audio_book_id as book, episode_id as episode, created_at
    from library_entries join recordings on recordings.id = recording_id`,
}

/** Every row of what the migration moves, as text, in an order of its own. */
export async function readRows(
  { connection }: PlainDatabase,
  version: 'former' | 'present',
): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const [name, query] of Object.entries(version === 'former' ? former : present)) {
    const found = await query.execute(connection)
    rows[name] = found.rows.map((row) => JSON.stringify(row)).toSorted()
  }
  return rows
}

/** The queues by what their recordings are of. */
export async function readQueues({ connection }: PlainDatabase): Promise<Queues> {
  const recordings = await connection
    .selectFrom('recordings')
    .leftJoin('episodes', 'episodes.id', 'recordings.episode_id')
    .select(['recordings.id', 'audio_book_id', 'episode_id', 'podcast_id'])
    .execute()
  const items = new Map(
    recordings.map(({ id, audio_book_id, episode_id, podcast_id }): [number, Item] => [
      id,
      audio_book_id === null
        ? { podcast: podcast_id ?? 0, episode: episode_id ?? 0 }
        : { book: audio_book_id },
    ]),
  )
  const rows = await connection.selectFrom('queues').select(['user_id', 'items', 'current_index']).execute()
  return new Map(
    rows.map((row) => {
      const ids = JSON.parse(row.items) as number[]
      return [row.user_id, { items: ids.map((id) => items.get(id) ?? {}), currentIndex: row.current_index }]
    }),
  )
}
