import type { EpisodeItem, LibraryEntry } from '@earmark/contract/library.ts'
import type { Profile } from '@earmark/contract/users.ts'
import { MissingRowError } from '../../db/engine/database-errors.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { MediaDeps } from '../../media/storage/media-deps.ts'
import { AppError } from '../../errors.ts'
import { Slices } from '../../http/responses/slices.ts'
import { type Account, findAccount, lockAccount } from '../../people/users/users.queries.ts'
import { viewEntries } from './entry-views.ts'
import * as entries from './library-entries.queries.ts'

/** What can be added: an audio book, or an episode under its own podcast. */
export type Item = { readonly audioBookId: number } | EpisodeItem

interface Adding {
  readonly entry: LibraryEntry
  /** False: it was there before. */
  readonly isNew: boolean
}

const entriesAtOnce = 200

/** All entries, newest first. */
export async function readLibrary({ db }: MediaDeps, userId: string): Promise<Slices<LibraryEntry>> {
  const user = profileOf(await findAccount(db.connection, userId))
  const rows = await entries.listEntries(db.connection, userId)
  async function* slices(): AsyncGenerator<LibraryEntry[], void> {
    for (let start = 0; start < rows.length; start += entriesAtOnce)
      yield await viewEntries(db, user, rows.slice(start, start + entriesAtOnce))
  }
  return new Slices((those) => those, slices)
}

/** @throws AppError `UnknownItem` */
export async function addItem(deps: MediaDeps, userId: string, item: Item): Promise<Adding> {
  return await changeLibrary(deps, userId, async (transaction, user) => {
    const isNew = await insertItem(deps, transaction, userId, item)
    const rows = await findRows(deps, transaction, userId, item)
    const [entry] = await viewEntries(on(deps, transaction), user, rows)
    if (!entry) throw new AppError('UnknownItem')
    return { entry, isNew }
  })
}

/**
 * All or none; in the order given, what is named twice once.
 *
 * @throws AppError `UnknownItem`
 */
export async function addEpisodes(
  deps: MediaDeps,
  userId: string,
  items: readonly EpisodeItem[],
): Promise<LibraryEntry[]> {
  return await changeLibrary(deps, userId, async (transaction, user) => {
    const db = on(deps, transaction)
    const wanted = [...new Map(items.map((item) => [item.podcastEpisodeId, item])).values()]
    await entries.insertEpisodeEntries(db, userId, wanted, deps.clock())
    const found = await entries.listEpisodeEntries(db, userId, wanted)
    const byEpisode = new Map(found.map((row) => [row.episode_id, row]))
    const rows = items.map(({ podcastId, podcastEpisodeId }) => {
      const row = byEpisode.get(podcastEpisodeId)
      if (row?.podcast_id !== podcastId) throw new AppError('UnknownItem')
      return row
    })
    return await viewEntries(db, user, [...new Set(rows)])
  })
}

/**
 * All or none.
 *
 * @throws AppError `NotFound`
 */
export async function removeEntries(deps: MediaDeps, userId: string, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)]
  await changeLibrary(deps, userId, async (transaction) => {
    const count = await entries.deleteEntries(on(deps, transaction), userId, wanted)
    if (count < wanted.length) throw new AppError('NotFound')
  })
}

export async function removeAllEntries(deps: MediaDeps, userId: string): Promise<void> {
  await changeLibrary(deps, userId, (transaction) => entries.deleteAllEntries(transaction, userId))
}

function on({ db: { dialect } }: MediaDeps, connection: Connection) {
  return { connection, dialect }
}

/** One change of somebody's library after another: two that name the same entries would wait for each other. */
async function changeLibrary<T>(
  { db }: MediaDeps,
  userId: string,
  work: (transaction: Connection, user: Profile) => Promise<T>,
): Promise<T> {
  try {
    return await db.connection.transaction().execute(async (transaction) => {
      const user = profileOf(await lockAccount(transaction, userId))
      return await work(transaction, user)
    })
  } catch (error) {
    // It was deleted between being read and being written down.
    throw error instanceof MissingRowError ? new AppError('UnknownItem') : error
  }
}

/** @throws AppError `Unauthorized` when the account was deleted since it was admitted */
function profileOf(account: Account | undefined): Profile {
  if (!account) throw new AppError('Unauthorized')
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
