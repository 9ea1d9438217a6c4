import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../../config/config.ts'
import type { Connection } from '../engine/dialect.ts'
import type { ChangedScope } from '../engine/scopes.ts'

export interface RevisionDeps {
  readonly config: Config
  readonly clock: () => number
}

const fed = {
  podcasts: {
    table: 'podcast_feeds',
    key: 'podcast_id',
    records: 'podcasts',
    // Followers of one that is not listed have its private feed.
    isFed: sql`(record.is_public = 1 or record.is_unlisted = 1)`,
  },
  'audio-books': {
    table: 'audio_book_feeds',
    key: 'audio_book_id',
    records: 'audio_books',
    isFed: sql`record.is_public = 1`,
  },
} as const
type FedList = keyof typeof fed
const fedLists = ['audio-books', 'podcasts'] as const

/** Raised when feeds are written differently. */
const writerVersion = 4

/**
 * Counts up the revisions of the feeds of changed records that are public, in the transaction of the change: a feed's
 * entity tag is its revision (0059). A record that is public for the first time gets its feed, and its episodes their names
 * in it.
 */
export async function raiseFeedRevisions(
  connection: Connection,
  deps: RevisionDeps,
  scopes: readonly ChangedScope[],
): Promise<void> {
  for (const list of fedLists) {
    const changed = scopes
      .filter((scope) => scope.startsWith(`${list}/`))
      .map((scope) => scope.slice(list.length + 1))
    if (changed.includes('*')) await raiseAmong(connection, deps, list, sql`true`)
    else {
      const ids = changed.map(Number).filter(Number.isSafeInteger)
      if (ids.length > 0) await raiseAmong(connection, deps, list, sql`record.id in (${sql.join(ids)})`)
    }
  }
}

/** At the start: feeds of records that were public before there were any, and of changed settings. */
export async function settleFeedRevisions(connection: Connection, deps: RevisionDeps): Promise<void> {
  const settings = settingsHash(deps.config)
  for (const list of fedLists) {
    const { table, key } = fed[list]
    await raiseAmong(
      connection,
      deps,
      list,
      sql`not exists (select 1 from ${sql.table(table)} as feed
        where feed.${sql.ref(key)} = record.id and feed.settings = ${settings})`,
    )
  }
}

/** In the order of the ids, so that two changes of several records cannot wait for each other. */
async function raiseAmong(
  connection: Connection,
  { config, clock }: RevisionDeps,
  list: FedList,
  which: RawBuilder<unknown>,
): Promise<void> {
  const { table, key, records, isFed } = fed[list]
  const host = new URL(config.publicUrl).host
  // Before the feed is there, by whose absence it may be chosen. By the index of the few without a name, not by podcast.
  if (list === 'podcasts')
    await sql`update episodes set feed_guid = concat('earmark-episode-', id, '@', cast(${host} as text))
      where id in (select id from episodes where feed_guid is null) and is_public = 1
        and podcast_id in (select record.id from podcasts as record where ${isFed} and ${which})`.execute(
      connection,
    )
  await sql`insert into ${sql.table(table)} as present (${sql.ref(key)}, host, revision, changed_at, settings)
    select record.id, ${host}, 1, cast(${clock()} as bigint), ${settingsHash(config)}
    from ${sql.table(records)} as record where ${isFed} and ${which} order by record.id
    on conflict (${sql.ref(key)}) do update set revision = present.revision + 1, changed_at = excluded.changed_at,
      settings = excluded.settings, host = coalesce(present.host, excluded.host)`.execute(connection)
}

function settingsHash({ publicUrl, feedLanguage, websubHub, access, sources }: Config): string {
  return hash(
    'sha256',
    JSON.stringify([writerVersion, publicUrl, feedLanguage, websubHub, access, sources]),
    'base64url',
  )
}
