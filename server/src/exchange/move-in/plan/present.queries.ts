import { emailKey } from '@earmark/contract/emails.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import type { MovedLibrary, MovedSystem } from '../library/moved-library.ts'
import {
  type BookHere,
  fileKeyOf,
  type MovedKind,
  movedKey,
  positionKey,
  type Present,
  recordingKey,
} from './present.ts'

const rowsAtOnce = 500

/** What is here of what a library may meet. */
export async function findPresent(connection: Connection, library: MovedLibrary): Promise<Present> {
  const moved = await listMoved(connection, library.system)
  const emails = library.users.flatMap(({ email }) => (email === null ? [] : [emailKey(email)]))
  const accounts = await listAccounts(connection, emails)
  const idsOf = (kind: MovedKind) =>
    [...moved].flatMap(([key, id]) => (key.startsWith(`${kind} `) ? [id] : []))
  const accountIds = await listPresentAccounts(connection, idsOf('user'))
  const known = [...new Set([...accountIds, ...accounts.values()])]
  return {
    system: library.system,
    moved,
    accounts,
    accountIds,
    bookIds: await listPresentIds(connection, 'audio_books', idsOf('book')),
    podcastIds: await listPresentIds(connection, 'podcasts', idsOf('podcast')),
    episodeIds: await listPresentIds(connection, 'episodes', idsOf('episode')),
    booksByFile: await listBooksByFile(connection),
    ...(await listListening(connection, known)),
  }
}

async function listMoved(connection: Connection, system: MovedSystem): Promise<Map<string, string>> {
  const rows = await connection
    .selectFrom('moved_records')
    .where('system', '=', system)
    .select(['kind', 'foreign_id', 'own_id'])
    .execute()
  return new Map(rows.map((row) => [movedKey(row.kind as MovedKind, row.foreign_id), row.own_id]))
}

async function listAccounts(connection: Connection, emails: readonly string[]): Promise<Map<string, string>> {
  const accounts = new Map<string, string>()
  for (const some of portions(emails)) {
    const rows = await connection
      .selectFrom('users')
      .where('email_key', 'in', some)
      .select(['id', 'email_key'])
      .execute()
    for (const { id, email_key } of rows) accounts.set(email_key, id)
  }
  return accounts
}

async function listPresentAccounts(connection: Connection, ids: readonly string[]): Promise<Set<string>> {
  const present = new Set<string>()
  for (const some of portions(ids)) {
    const rows = await connection.selectFrom('users').where('id', 'in', some).select('id').execute()
    for (const { id } of rows) present.add(id)
  }
  return present
}

async function listPresentIds(
  connection: Connection,
  table: 'audio_books' | 'podcasts' | 'episodes',
  ids: readonly string[],
): Promise<Set<number>> {
  const present = new Set<number>()
  for (const some of portions(ids.map(Number))) {
    const rows = await connection.selectFrom(table).where('id', 'in', some).select('id').execute()
    for (const { id } of rows) present.add(id)
  }
  return present
}

async function listBooksByFile(connection: Connection): Promise<Map<string, BookHere>> {
  const rows = await connection
    .selectFrom('library_book_files as file')
    .innerJoin('library_books as book', 'book.id', 'file.book_id')
    .innerJoin('library_folders as folder', 'folder.id', 'book.folder_id')
    .select(['folder.name', 'file.path', 'book.audio_book_id'])
    .execute()
  const counts = new Map<number, number>()
  for (const { audio_book_id: id } of rows) counts.set(id, (counts.get(id) ?? 0) + 1)
  return new Map(
    rows.map((row) => {
      const { name, path, audio_book_id: id } = row
      return [fileKeyOf(name, path), { id, filesCount: counts.get(id) ?? 0 }]
    }),
  )
}

async function listListening(
  connection: Connection,
  accountIds: readonly string[],
): Promise<Pick<Present, 'recordings' | 'positions'>> {
  const positions = new Map<string, number>()
  for (const some of portions(accountIds)) {
    const rows = await connection
      .selectFrom('positions')
      .where('user_id', 'in', some)
      .select(['user_id', 'recording_id', 'updated_at'])
      .execute()
    for (const row of rows) positions.set(positionKey(row.user_id, row.recording_id), row.updated_at)
  }
  const rows = await connection
    .selectFrom('recordings')
    .select(['id', 'audio_book_id', 'episode_id'])
    .execute()
  const recordings = rows.map(({ id, audio_book_id, episode_id }): [string, number] => [
    audio_book_id === null ? recordingKey('episode', episode_id ?? 0) : recordingKey('book', audio_book_id),
    id,
  ])
  return { positions, recordings: new Map(recordings) }
}

function* portions<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += rowsAtOnce) yield all.slice(start, start + rowsAtOnce)
}
