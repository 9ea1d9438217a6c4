import { randomUUID } from 'node:crypto'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { insertAudioBook } from '../../src/catalogue/audio-books/audio-books.queries.ts'
import { anyFailure } from '../../src/errors.ts'
import { openSession } from '../../src/people/sessions/sessions.service.ts'
import { openTokenKeys } from '../../src/people/sessions/token-keys.ts'
import { findAccountByEmail } from '../../src/people/users/users.queries.ts'
import { addAccount } from '../../src/people/users/users.service.ts'

/** Somebody who is signed in and listens to a book. */
export interface Listener {
  readonly headers: Readonly<Record<string, string>>
  /** Of the position's calls, below the root. */
  readonly path: string
}

/** Adds many to a database at once, past the passwords, whose hashes take their time; each with a book of their own. */
export async function addListeners(
  databaseUrl: string,
  dataDir: string,
  count: number,
  tokenSecret = '',
): Promise<Listener[]> {
  const db = await openDatabase(databaseUrl, dataDir)
  const tokenKeys = await openTokenKeys(tokenSecret, dataDir)
  const listeners: Listener[] = []
  for (let place = 0; place < count; place += 1) listeners.push(await addListener(db, tokenKeys, place))
  await db.close()
  return listeners
}

async function addListener(
  db: Database,
  tokenKeys: Awaited<ReturnType<typeof openTokenKeys>>,
  place: number,
): Promise<Listener> {
  const clock = Date.now
  const noMedia = {
    cover_media_id: null,
    preview_media_id: null,
    preview_chosen_at: null,
    sound: { mediaId: null, tracks: [] },
    is_public: 1,
    published_at: 1,
  } as const
  const email = `${randomUUID()}@example.org`
  const person = { email, name: 'Ada', role: 'User', passwordHash: 'none', confirmedAt: clock() } as const
  const bookId = await db.connection.transaction().execute(async (transaction) => {
    await addAccount({ db, clock }, transaction, person)
    const book = { name: `Book ${place}`, description: null, ...noMedia }
    return await insertAudioBook(transaction, book, clock())
  })
  const account = await findAccountByEmail(db.connection, email)
  if (!account) throw new Error('The account was not added.')
  const deviceId = randomUUID()
  const { accessToken } = await openSession({ db, clock, tokenKeys }, account, deviceId, anyFailure)
  const headers = {
    'x-deviceid': deviceId,
    authorization: `Bearer ${accessToken}`,
    'content-type': 'application/json',
  }
  return { headers, path: `/api/positions/me/audio-books/${bookId}` }
}
