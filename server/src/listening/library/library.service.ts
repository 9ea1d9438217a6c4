import type { EpisodeItem, LibraryEntry } from '@earmark/contract/library.ts'
import type { Profile } from '@earmark/contract/users.ts'
import { MissingRowError } from '../../db/engine/database-errors.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { MediaDeps } from '../../media/storage/media-deps.ts'
import type { FailureOf } from '../../errors.ts'
import { StreamedList } from '../../http/responses/streamed-list.ts'
import { type Account, findAccount, lockAccount } from '../../people/users/users.queries.ts'
import { viewEntries } from './entry-views.ts'
import * as entries from './library-entries.queries.ts'

/** What can be added: an audio book, or an episode under its own podcast. */
export type Item = { readonly audioBookId: number } | EpisodeItem

type AddingFailure = FailureOf<'Unauthorized' | 'UnknownItem'>

interface Adding {
  readonly entry: LibraryEntry
  /** False: it was there before. */
  readonly isNew: boolean
}

const entriesAtOnce = 200

/** All entries, newest first. */
export async function readLibrary(
  { db }: MediaDeps,
  userId: string,
  failure: FailureOf<'Unauthorized'>,
): Promise<StreamedList<LibraryEntry>> {
  const user = profileOf(await findAccount(db.connection, userId), failure)
  const rows = await entries.listEntries(db.connection, userId)
  async function* slices(): AsyncGenerator<LibraryEntry[], void> {
    for (let start = 0; start < rows.length; start += entriesAtOnce)
      yield await viewEntries(db, user, rows.slice(start, start + entriesAtOnce))
  }
  return new StreamedList((those) => those, slices)
}

export async function addItem(
  deps: MediaDeps,
  userId: string,
  item: Item,
  failure: AddingFailure,
): Promise<Adding> {
  const adding = changeLibrary(deps, userId, failure, async (transaction, user) => {
    const isNew = await insertItem(deps, transaction, userId, item)
    const rows = await findRows(deps, transaction, userId, item)
    const [entry] = await viewEntries(on(deps, transaction), user, rows)
    if (!entry) throw failure('UnknownItem')
    return { entry, isNew }
  })
  return await adding.catch(unknownAs(failure))
}

/** All or none; in the order given, what is named twice once. */
export async function addEpisodes(
  deps: MediaDeps,
  userId: string,
  items: readonly EpisodeItem[],
  failure: AddingFailure,
): Promise<LibraryEntry[]> {
  const adding = changeLibrary(deps, userId, failure, async (transaction, user) => {
    const db = on(deps, transaction)
    const wanted = [...new Map(items.map((item) => [item.podcastEpisodeId, item])).values()]
    await entries.insertEpisodeEntries(db, userId, wanted, deps.clock())
    const found = await entries.listEpisodeEntries(db, userId, wanted)
    const byEpisode = new Map(found.map((row) => [row.episode_id, row]))
    const rows = items.map(({ podcastId, podcastEpisodeId }) => {
      const row = byEpisode.get(podcastEpisodeId)
      if (row?.podcast_id !== podcastId) throw failure('UnknownItem')
      return row
    })
    return await viewEntries(db, user, [...new Set(rows)])
  })
  return await adding.catch(unknownAs(failure))
}

/** All or none. */
export async function removeEntries(
  deps: MediaDeps,
  userId: string,
  ids: readonly number[],
  failure: FailureOf<'Unauthorized' | 'NotFound'>,
): Promise<void> {
  const wanted = [...new Set(ids)]
  await changeLibrary(deps, userId, failure, async (transaction) => {
    const count = await entries.deleteEntries(on(deps, transaction), userId, wanted)
    if (count < wanted.length) throw failure('NotFound')
  })
}

export async function removeAllEntries(
  deps: MediaDeps,
  userId: string,
  failure: FailureOf<'Unauthorized'>,
): Promise<void> {
  await changeLibrary(deps, userId, failure, (transaction) => entries.deleteAllEntries(transaction, userId))
}

function on({ db: { dialect } }: MediaDeps, connection: Connection) {
  return { connection, dialect }
}

/** One change of somebody's library after another: two that name the same entries would wait for each other. */
async function changeLibrary<T>(
  { db }: MediaDeps,
  userId: string,
  failure: FailureOf<'Unauthorized'>,
  work: (transaction: Connection, user: Profile) => Promise<T>,
): Promise<T> {
  return await db.connection.transaction().execute(async (transaction) => {
    const user = profileOf(await lockAccount(transaction, userId), failure)
    return await work(transaction, user)
  })
}

/** For an item that was deleted between being read and being written down. */
function unknownAs(failure: AddingFailure) {
  return (error: unknown): never => {
    throw error instanceof MissingRowError ? failure('UnknownItem') : error
  }
}

/** The account may have been deleted since it was admitted. */
function profileOf(account: Account | undefined, failure: FailureOf<'Unauthorized'>): Profile {
  if (!account) throw failure('Unauthorized')
  return { id: account.id, email: account.email, name: account.name }
}

async function insertItem(
  deps: MediaDeps,
  transaction: Connection,
  userId: string,
  item: Item,
): Promise<boolean> {
  const now = deps.clock()
  if ('audioBookId' in item)
    return await entries.insertAudioBookEntry(transaction, userId, item.audioBookId, now)
  return (await entries.insertEpisodeEntries(on(deps, transaction), userId, [item], now)) === 1
}

async function findRows(
  deps: MediaDeps,
  transaction: Connection,
  userId: string,
  item: Item,
): Promise<entries.EntryRow[]> {
  if ('audioBookId' in item) {
    const row = await entries.findAudioBookEntry(transaction, userId, item.audioBookId)
    return row ? [row] : []
  }
  const rows = await entries.listEpisodeEntries(on(deps, transaction), userId, [item])
  return rows.filter((row) => row.podcast_id === item.podcastId)
}
