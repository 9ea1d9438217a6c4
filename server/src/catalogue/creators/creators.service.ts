import type { Creator } from '@earmark/contract/creators.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import type { ChangedScope } from '../../db/engine/scopes.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import { type CatalogueChange, changeCatalogue } from '../../db/changes/change-catalogue.ts'
import {
  indexNewCreators,
  indexRecord,
  indexRecords,
  removeFromIndex,
} from '../../db/search/search.queries.ts'
import * as creators from './creators.queries.ts'
import { listPodcastsOfEpisodes, listRecordsOf } from './linked-records.queries.ts'
import {
  type PreparedTokens,
  prepareTokens,
  type RecordsOfKind,
  reindexRecords,
  textsOf,
} from './linked-records.ts'

export async function createCreator(deps: MediaDeps, creator: creators.NewCreator): Promise<Creator> {
  return await changeCatalogue(deps, { changes: ['creators/+'] }, async (transaction) => {
    const id = await creators.insertCreator(transaction, creator, deps.clock())
    await indexCreator(deps, transaction, { id, ...creator })
    return { id, ...creator }
  })
}

export async function changeCreator(
  deps: MediaDeps,
  id: number,
  creator: creators.NewCreator,
  failure: FailureOf<'NotFound'>,
): Promise<Creator> {
  const prepared = await prepareLinked(deps, id)
  return await changeCatalogue(deps, changeOf(id), async (transaction, alsoChanged) => {
    const isKnown = await creators.updateCreator(transaction, id, creator, deps.clock())
    if (!isKnown) throw failure('NotFound')
    alsoChanged(...(await scopesOfEpisodes(transaction, id)))
    await indexCreator(deps, transaction, { id, ...creator })
    for (const linked of await listLinked(transaction, id)) {
      alsoChanged(...scopesOf(linked))
      await reindexRecords(transaction, deps.db.dialect, linked, prepared, indexNewCreators)
    }
    return { id, ...creator }
  })
}

/** Every record goes on without. */
export async function removeCreator(
  deps: MediaDeps,
  id: number,
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  const { dialect } = deps.db
  const prepared = await prepareLinked(deps, id)
  await changeCatalogue(deps, changeOf(id), async (transaction, alsoChanged) => {
    const linked = await listLinked(transaction, id)
    alsoChanged(...(await scopesOfEpisodes(transaction, id)))
    if (!(await creators.deleteCreator(transaction, id))) throw failure('NotFound')
    await removeFromIndex(transaction, dialect, 'creator', id)
    for (const records of linked) {
      alsoChanged(...scopesOf(records))
      await reindexRecords(transaction, dialect, records, prepared, indexNewCreators)
    }
  })
}

/** The records that are found by a creator's names. */
async function listLinked(connection: Connection, id: number): Promise<RecordsOfKind[]> {
  return [
    { kind: 'audio-book', ids: await listRecordsOf(connection, 'audio-book', id) },
    { kind: 'podcast', ids: await listRecordsOf(connection, 'podcast', id) },
  ]
}

/** Its name is in the index and the answers of what it is linked to. */
function changeOf(id: number): CatalogueChange {
  return { changes: [`creators/${id}`], holds: ['audio-books', 'podcasts'] }
}

function scopesOf({ kind, ids }: RecordsOfKind): ChangedScope[] {
  return ids.map((id) => `${kind}s/${id}` as const)
}

/** Episodes are not in the index, but they show their voicers. */
async function scopesOfEpisodes(connection: Connection, id: number): Promise<ChangedScope[]> {
  const podcasts = await listPodcastsOfEpisodes(connection, id)
  return podcasts.map((podcastId) => `podcasts/${podcastId}` as const)
}

async function prepareLinked({ db }: MediaDeps, id: number): Promise<PreparedTokens> {
  return await prepareTokens(textsOf(db.connection, await listLinked(db.connection, id)))
}

async function indexCreator(
  { db }: Pick<MediaDeps, 'db'>,
  transaction: Connection,
  creator: Creator,
): Promise<void> {
  await indexRecord(transaction, db.dialect, 'creator', creator.id, searchedCreator(creator))
}

/** Makes creators findable. */
export async function reindexCreators(
  transaction: Connection,
  dialect: Dialect,
  ids: readonly number[],
): Promise<void> {
  const records = (await creators.listCreators(transaction, ids)).map(searchedCreator)
  await indexRecords(transaction, dialect, 'creator', records)
}

function searchedCreator({ id, nickname, name, surname }: Creator) {
  return { id, name: nickname, creators: [name, surname] }
}
