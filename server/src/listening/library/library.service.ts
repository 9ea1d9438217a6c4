import type { EpisodeItem, LibraryEntry } from '@earmark/contract/library.ts'
import type { Profile } from '@earmark/contract/users.ts'
import { failOn, MissingRowError } from '../../db/engine/database-errors.ts'
import type { Connection, Dialect } from '../../db/engine/dialect.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import { StreamedList } from '../../http/responses/streamed-list.ts'
import { type Account, findAccount, lockAccount } from '../../people/users/users.queries.ts'
import { findRecordingIds, type RecordingAddress } from '../../catalogue/recordings/recordings.queries.ts'
import { findRecordings } from '../../catalogue/recordings/recordings.ts'
import { addArrivals, addArrivalsBeforeRead } from '../follows/arrivals.ts'
import * as entries from './library-entries.queries.ts'

type AddingFailure = FailureOf<'Unauthorized' | 'UnknownItem'>

interface Adding {
  readonly entry: LibraryEntry
  /** False: it was there before. */
  readonly isNew: boolean
}

const entriesAtOnce = 200

/** All entries, newest first. */
export async function readLibrary(
  deps: MediaDeps,
  userId: string,
  failure: FailureOf<'Unauthorized'>,
): Promise<StreamedList<LibraryEntry>> {
  const { db } = deps
  await addArrivalsBeforeRead(db, userId)
  const user = profileOf(await findAccount(db.connection, userId), failure)
  const rows = await entries.listEntries(db.connection, userId)
  async function* slices(): AsyncGenerator<LibraryEntry[], void> {
    for (let start = 0; start < rows.length; start += entriesAtOnce)
      yield await viewEntries(db, user, rows.slice(start, start + entriesAtOnce))
  }
  return new StreamedList((those) => those, slices)
}

/** In the order of `rows`, without entries whose record was deleted since. */
async function viewEntries(
  db: { readonly connection: Connection; readonly dialect: Dialect },
  user: Profile,
  rows: readonly entries.EntryRow[],
): Promise<LibraryEntry[]> {
  const ids = rows.map((row) => row.recording_id)
  const recordings = await findRecordings(db, ids)
  return rows.flatMap(({ id, recording_id }) => {
    const recording = recordings.get(recording_id)
    return recording ? [{ id, user, ...recording }] : []
  })
}

export async function addItem(
  deps: MediaDeps,
  userId: string,
  item: RecordingAddress,
  failure: AddingFailure,
): Promise<Adding> {
  const { added, isNew } = await addItems(deps, userId, [item], failure)
  const [entry] = added
  if (!entry) throw failure('UnknownItem')
  return { entry, isNew }
}

/** All or none; entries in the order given, without repetitions. */
export async function addEpisodes(
  deps: MediaDeps,
  userId: string,
  items: readonly EpisodeItem[],
  failure: AddingFailure,
): Promise<LibraryEntry[]> {
  return (await addItems(deps, userId, items, failure)).added
}

async function addItems(
  deps: MediaDeps,
  userId: string,
  items: readonly RecordingAddress[],
  failure: AddingFailure,
) {
  const adding = changeLibrary(deps, userId, failure, async (transaction, user) => {
    const db = on(deps, transaction)
    const found = new Set(await findRecordingIds(db, userId, items))
    const ids = [...found].filter((id) => id !== null)
    if (ids.length < found.size) throw failure('UnknownItem')
    const count = await entries.insertEntries(db, userId, ids, deps.clock())
    const rows = await entries.listEntriesOf(db, userId, ids)
    const byRecording = new Map(rows.map((row) => [row.recording_id, row]))
    const added = await viewEntries(
      db,
      user,
      ids.flatMap((id) => byRecording.get(id) ?? []),
    )
    if (added.length < ids.length) throw failure('UnknownItem')
    return { added, isNew: count > 0 }
  })
  // A missing row is an item that was deleted meanwhile.
  return await adding.catch(failOn(MissingRowError, () => failure('UnknownItem')))
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

/**
 * Serializes the changes of a library: two of the same entries could deadlock. New episodes of followed podcasts become
 * entries before.
 */
async function changeLibrary<T>(
  { db }: MediaDeps,
  userId: string,
  failure: FailureOf<'Unauthorized'>,
  work: (transaction: Connection, user: Profile) => Promise<T>,
): Promise<T> {
  return await db.connection.transaction().execute(async (transaction) => {
    const user = profileOf(await lockAccount(transaction, userId), failure)
    await addArrivals({ connection: transaction, dialect: db.dialect }, userId)
    return await work(transaction, user)
  })
}

/** The account may have been deleted since it was admitted. */
function profileOf(account: Account | undefined, failure: FailureOf<'Unauthorized'>): Profile {
  if (!account) throw failure('Unauthorized')
  return { id: account.id, email: account.email, name: account.name }
}
