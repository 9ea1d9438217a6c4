import { type Kysely, sql } from 'kysely'
import * as initial from '../../migrations/0001-initial.ts'
import * as search from '../../migrations/0002-search.ts'
import * as accounts from '../../migrations/0003-accounts.ts'
import * as users from '../../migrations/0004-users.ts'
import * as library from '../../migrations/0005-library.ts'
import * as positions from '../../migrations/0006-positions.ts'
import * as registrations from '../../migrations/0007-registrations.ts'
import * as readerVersions from '../../migrations/0008-reader-versions.ts'
import * as replacedPreviews from '../../migrations/0009-replaced-previews.ts'
import * as jobs from '../../migrations/0010-jobs.ts'
import * as stepwiseMerges from '../../migrations/0011-stepwise-merges.ts'
import * as recordings from '../../migrations/0012-recordings.ts'
import * as catalogue from '../../migrations/0013-catalogue.ts'
import * as hiddenEpisodes from '../../migrations/0014-hidden-episodes.ts'
import * as follows from '../../migrations/0015-follows.ts'
import * as searchNames from '../../migrations/0016-search-names.ts'
import * as invitations from '../../migrations/0017-invitations.ts'
import * as seriesSearch from '../../migrations/0018-series-search.ts'
import * as seasons from '../../migrations/0019-seasons.ts'
import * as joinedMedia from '../../migrations/0020-joined-media.ts'
import * as chapters from '../../migrations/0021-chapters.ts'
import * as tracks from '../../migrations/0022-tracks.ts'
import * as bookmarks from '../../migrations/0023-bookmarks.ts'
import * as chapterEditors from '../../migrations/0024-chapter-editors.ts'
import * as fileNames from '../../migrations/0025-file-names.ts'
import * as imports from '../../migrations/0026-imports.ts'
import * as libraryMedia from '../../migrations/0027-library-media.ts'
import * as fieldSources from '../../migrations/0028-field-sources.ts'
import * as uploads from '../../migrations/0029-uploads.ts'
import * as movedRecords from '../../migrations/0030-moved-records.ts'
import * as feeds from '../../migrations/0031-feeds.ts'
import * as partialLooks from '../../migrations/0032-partial-looks.ts'
import * as sources from '../../migrations/0033-sources.ts'
import * as devices from '../../migrations/0034-devices.ts'
import * as sourceImports from '../../migrations/0035-source-imports.ts'
import * as keptRecordings from '../../migrations/0036-kept-recordings.ts'
import * as feedDocuments from '../../migrations/0037-feed-documents.ts'
import * as itemImages from '../../migrations/0040-item-images.ts'
import * as firstPages from '../../migrations/0041-first-pages.ts'
import * as heldHosts from '../../migrations/0042-held-hosts.ts'
import * as replacedPositions from '../../migrations/0043-replaced-positions.ts'
import * as deviceFeeds from '../../migrations/0044-device-feeds.ts'
import * as feedGuids from '../../migrations/0045-feed-guids.ts'
import * as waitingActions from '../../migrations/0046-waiting-actions.ts'
import * as uploadMetadata from '../../migrations/0047-upload-metadata.ts'
import * as feedTtl from '../../migrations/0048-feed-ttl.ts'
import * as feedPages from '../../migrations/0039-feed-pages.ts'
import * as unlistedPodcasts from '../../migrations/0038-unlisted-podcasts.ts'
import { StartError } from '../errors.ts'
import type { Connection, Dialect } from './engine/dialect.ts'

interface MigrationModule {
  up(db: Kysely<unknown>, dialect: Dialect): Promise<void>
}

/** In order; forward only. A migration that has been released is never changed. */
const modules: Record<string, MigrationModule> = {
  '0001-initial': initial,
  '0002-search': search,
  '0003-accounts': accounts,
  '0004-users': users,
  '0005-library': library,
  '0006-positions': positions,
  '0007-registrations': registrations,
  '0008-reader-versions': readerVersions,
  '0009-replaced-previews': replacedPreviews,
  '0010-jobs': jobs,
  '0011-stepwise-merges': stepwiseMerges,
  '0012-recordings': recordings,
  '0013-catalogue': catalogue,
  '0014-hidden-episodes': hiddenEpisodes,
  '0015-follows': follows,
  '0016-search-names': searchNames,
  '0017-invitations': invitations,
  '0018-series-search': seriesSearch,
  '0019-seasons': seasons,
  '0020-joined-media': joinedMedia,
  '0021-chapters': chapters,
  '0022-tracks': tracks,
  '0023-bookmarks': bookmarks,
  '0024-chapter-editors': chapterEditors,
  '0025-file-names': fileNames,
  '0026-imports': imports,
  '0027-library-media': libraryMedia,
  '0028-field-sources': fieldSources,
  '0029-uploads': uploads,
  '0030-moved-records': movedRecords,
  '0031-feeds': feeds,
  '0032-partial-looks': partialLooks,
  '0033-sources': sources,
  '0034-devices': devices,
  '0035-source-imports': sourceImports,
  '0036-kept-recordings': keptRecordings,
  '0037-feed-documents': feedDocuments,
  '0038-unlisted-podcasts': unlistedPodcasts,
  '0039-feed-pages': feedPages,
  '0040-item-images': itemImages,
  '0041-first-pages': firstPages,
  '0042-held-hosts': heldHosts,
  '0043-replaced-positions': replacedPositions,
  '0044-device-feeds': deviceFeeds,
  '0045-feed-guids': feedGuids,
  '0046-waiting-actions': waitingActions,
  '0047-upload-metadata': uploadMetadata,
  '0048-feed-ttl': feedTtl,
}

export const migrationNames: readonly string[] = Object.keys(modules)

export class NewerDatabaseError extends StartError {
  constructor(unknown: string[], { engine }: Dialect) {
    const setting = engine === 'sqlite' ? 'DATA_DIR' : 'DATABASE_URL'
    super(
      `The database of ${setting} was made by a newer version of Earmark (it has ${unknown.join(', ')}, which this one does not know): start the newer version, or restore a backup from before the upgrade.`,
    )
  }
}

/** In one transaction; several nodes may start at once. Throws NewerDatabaseError. */
export async function migrate(connection: Connection, dialect: Dialect): Promise<void> {
  const done = await listMigrations(connection, dialect)
  if (done.length === migrationNames.length) return
  await connection.transaction().execute(async (transaction) => {
    await dialect.lockMigrations(transaction)
    await migrateWithin(transaction, dialect)
  })
}

/** Up to the first `count` migrations, in the caller's transaction. */
export async function migrateWithin(
  transaction: Connection,
  dialect: Dialect,
  count = migrationNames.length,
): Promise<void> {
  await sql`create table if not exists kysely_migration
    (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(transaction)
  const done = new Set(await listMigrations(transaction, dialect))
  for (const name of migrationNames.slice(0, count)) {
    // A version between two releases may have had a later migration before an earlier one.
    if (done.has(name)) continue
    await modules[name]?.up(transaction as unknown as Kysely<unknown>, dialect)
    const now = new Date().toISOString()
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${now})`.execute(transaction)
  }
}

/** @throws NewerDatabaseError */
export async function listMigrations(connection: Connection, dialect: Dialect): Promise<string[]> {
  const done = await executedMigrations(connection, dialect)
  const unknown = done.filter((name) => !(name in modules))
  if (unknown.length > 0) throw new NewerDatabaseError(unknown, dialect)
  return done
}

async function executedMigrations(connection: Connection, dialect: Dialect): Promise<string[]> {
  const table =
    dialect.engine === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`
      : sql`select 1 where to_regclass('kysely_migration') is not null`
  if ((await table.execute(connection)).rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    connection,
  )
  return rows.map((row) => row.name)
}
