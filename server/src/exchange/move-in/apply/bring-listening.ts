import { maxBookmarks } from '@earmark/contract/limits.ts'
import { createHash } from 'node:crypto'
import { maxNoteLength } from '@earmark/contract/bookmarks.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import * as bookmarks from '../../../listening/bookmarks/bookmarks.queries.ts'
import { bringPosition } from '../../../listening/positions/bring-position.ts'
import { lockAccount } from '../../../people/users/users.queries.ts'
import type { MovedBookmark, MovedFile, MovedLibrary, MovedSystem } from '../library/moved-library.ts'
import type { PlacedFile } from '../places/find-files.ts'
import { mappedTime, type SoundHere } from '../plan/mapped-time.ts'
import { bookmarkId, positionId } from '../plan/plan-listening.ts'
import type { PlannedMove, PlannedPosition } from '../plan/planned-move.ts'
import { fileKeyOf, type Present, recordingKey } from '../plan/present.ts'
import type { MoveDeps } from './move-deps.ts'
import { insertMovedRecord, putMovedPosition } from './moved-records.queries.ts'
import { listSoundsHere } from './sounds-here.queries.ts'

export interface Listening {
  readonly library: MovedLibrary
  readonly plan: PlannedMove
  readonly places: ReadonlyMap<string, PlacedFile>
  readonly present: Present
}

/** How many there are here now that were not before. */
export interface BroughtListening {
  positions: number
  bookmarks: number
  /** Of accounts that have as many bookmarks as they may. */
  tooMany: number
}

const deviceName = 'Audiobookshelf'

/** Positions keep their times; those and bookmarks lie at the same offset of the same file. */
export async function bringListening(deps: MoveDeps, listening: Listening): Promise<BroughtListening> {
  const brought = { positions: 0, bookmarks: 0, tooMany: 0 }
  const finder = new RecordingFinder(deps.db.connection, listening)
  const accounts = new Map(listening.plan.users.map(({ user, accountId }) => [user.id, accountId]))
  const { system } = listening.library
  for (const planned of listening.plan.positions) {
    const accountId = accounts.get(planned.position.userId)
    const recording = await finder.find(planned.position.recordingId)
    if (planned.state !== 'New' || !accountId || !recording) continue
    if (await bringOne(deps, { system, accountId, recording, planned })) brought.positions += 1
  }
  for (const { bookmark, state } of listening.plan.bookmarks) {
    const accountId = accounts.get(bookmark.userId)
    const recording = await finder.find(bookmark.bookId)
    if (state !== 'New' || !accountId || !recording) continue
    brought[await bringBookmark(deps, { system, accountId, recording, bookmark })] += 1
  }
  return brought
}

interface RecordingHere {
  readonly id: number
  readonly theirs: readonly MovedFile[]
  readonly ours: readonly SoundHere[]
}

interface OnePosition {
  readonly system: MovedSystem
  readonly accountId: string
  readonly recording: RecordingHere
  readonly planned: PlannedPosition
}

async function bringOne(
  { db, clock }: MoveDeps,
  { system, accountId, recording, planned }: OnePosition,
): Promise<boolean> {
  const { position } = planned
  const now = clock()
  return await db.connection.transaction().execute(async (transaction) => {
    const saved = {
      positionMs: mappedTime(position.seconds, recording.theirs, recording.ours),
      finished: position.isFinished,
      // A clock there that was ahead makes nothing of the future.
      savedAt: Math.min(position.updatedAt, now),
      deviceName,
    }
    const isBrought = await bringPosition(transaction, accountId, recording.id, saved)
    const foreignId = positionId(position)
    await putMovedPosition(transaction, { system, foreignId, ownId: position.updatedAt }, now)
    return isBrought
  })
}

interface OneBookmark extends Omit<OnePosition, 'planned'> {
  readonly bookmark: MovedBookmark
}

async function bringBookmark(
  { db, clock }: MoveDeps,
  { system, accountId, recording, bookmark }: OneBookmark,
): Promise<'bookmarks' | 'tooMany'> {
  const foreignId = bookmarkId(bookmark)
  return await db.connection.transaction().execute(async (transaction) => {
    await lockAccount(transaction, accountId)
    if ((await bookmarks.countBookmarks(transaction, accountId)) >= maxBookmarks) return 'tooMany'
    const startMs = mappedTime(bookmark.seconds, recording.theirs, recording.ours)
    const note = Array.from(bookmark.note).slice(0, maxNoteLength).join('')
    const row = { startMs, endMs: null, note, recordingId: recording.id, clientId: uuidOf(foreignId) }
    const at = Math.min(bookmark.createdAt, clock())
    const ownId = await bookmarks.insertBookmark(transaction, accountId, row, at)
    await insertMovedRecord(transaction, { system, kind: 'bookmark', foreignId, ownId }, clock())
    return 'bookmarks'
  })
}

/** The same for the same text. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`]
  return [...parts, hex.slice(20, 32)].join('-')
}

/** Recordings here by the ids of books and episodes there; the files of each are fetched once. */
class RecordingFinder {
  readonly #connection: Connection
  readonly #ids = new Map<string, number | undefined>()
  readonly #files = new Map<string, readonly MovedFile[]>()
  readonly #found = new Map<string, Promise<RecordingHere | null>>()

  constructor(connection: Connection, { plan, places, present }: Listening) {
    this.#connection = connection
    const keyed = (files: readonly MovedFile[]) =>
      files.map((file) => {
        const place = places.get(file.path)
        return place?.state === 'Found' ? { ...file, path: fileKeyOf(place.folder.name, place.path) } : file
      })
    for (const { book, audioBookId } of plan.books) {
      if (audioBookId === null) continue
      this.#ids.set(book.id, present.recordings.get(recordingKey('book', audioBookId)))
      this.#files.set(book.id, keyed(book.files))
    }
    for (const { episode, episodeId } of plan.podcasts.flatMap((podcast) => podcast.episodes)) {
      if (episodeId === null) continue
      this.#ids.set(episode.id, present.recordings.get(recordingKey('episode', episodeId)))
      this.#files.set(episode.id, keyed(episode.file === null ? [] : [episode.file]))
    }
  }

  find(foreignId: string): Promise<RecordingHere | null> {
    const known = this.#found.get(foreignId) ?? this.#fetch(foreignId)
    this.#found.set(foreignId, known)
    return known
  }

  async #fetch(foreignId: string): Promise<RecordingHere | null> {
    const id = this.#ids.get(foreignId)
    if (id === undefined) return null
    const ours = await listSoundsHere(this.#connection, id)
    return { id, ours, theirs: this.#files.get(foreignId) ?? [] }
  }
}
