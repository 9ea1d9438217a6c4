import type { HandGroup } from '@earmark/contract/planner/plan-input.ts'
import { findRecordMedia } from '../../../catalogue/editing/records.queries.ts'
import { audioBookColumns, insertAudioBook } from '../../../catalogue/audio-books/audio-books.queries.ts'
import { insertHandFields } from '../../../catalogue/book-values/field-sources.queries.ts'
import { createRecord } from '../../../catalogue/editing/create-record.ts'
import { writeUnindexedValues } from '../../../catalogue/field-sources/write-book-values.ts'
import { replaceGenres } from '../../../catalogue/genres/genres.queries.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import type { ChangedScope } from '../../../db/engine/scopes.ts'
import { putLibraryBook } from '../../import/apply/library-books.queries.ts'
import { openCover } from '../../import/apply/library-cover.ts'
import { openSounds } from '../../import/apply/library-sounds.ts'
import { writeGroup } from '../../import/review/library-groups.queries.ts'
import type { MovedBook, MovedSystem } from '../library/moved-library.ts'
import type { FoundFile } from '../places/find-files.ts'
import type { PlannedBook } from '../plan/planned-move.ts'
import { type LookedFile, requireFolder } from './library-rows.queries.ts'
import { keepLibraryFiles, lookAtFiles, lookAtSound, type RefusedFile } from './look-at-files.ts'
import type { MoveDeps } from './move-deps.ts'
import { writeMovedChapters } from './moved-chapters.ts'
import { insertMovedRecord } from './moved-records.queries.ts'
import { findsNeighbours, movedGroup } from './moved-group.ts'
import { descriptionOf, genresOf, isbnOf, saidFields, titleOf, valuesOf } from './moved-values.ts'

/** What became of records whose pictures or files could not be used. */
export interface Losses {
  readonly refused: { readonly title: string; readonly file: RefusedFile }[]
  readonly coverless: string[]
}

/** Makes books one by one, each whole in one transaction; books that are here are only remembered. */
export async function bringBooks(
  deps: MoveDeps,
  system: MovedSystem,
  books: readonly PlannedBook[],
  losses: Losses,
): Promise<void> {
  const made = books.filter(({ state }) => state === 'New').length
  let done = 0
  const hasNeighbours = findsNeighbours(books.map(({ book }) => book))
  for (const planned of books) {
    const { book, state, audioBookId } = planned
    if (state === 'Same' && audioBookId !== null) {
      const remembered = { system, kind: 'book', foreignId: book.id, ownId: audioBookId } as const
      await insertMovedRecord(deps.db.connection, remembered, deps.clock())
    }
    if (state !== 'New') continue
    const newBook = { ...planned, hasNeighbours: hasNeighbours(book) }
    const refused = await bringBook(deps, system, newBook, losses)
    if (refused) losses.refused.push({ title: book.title, file: refused })
    done += 1
    deps.progress(`${done} of ${made} books`)
  }
}

interface NewBook extends Pick<PlannedBook, 'book' | 'files' | 'leftOut'> {
  readonly hasNeighbours: boolean
}

/** @returns the file that cannot be taken */
async function bringBook(
  deps: MoveDeps,
  system: MovedSystem,
  { book, files, leftOut, hasNeighbours }: NewBook,
  { coverless }: Losses,
): Promise<RefusedFile | null> {
  const [first] = files
  const found = await lookAtFiles(deps, files)
  if ('refused' in found || !first) return 'refused' in found ? found.refused : null
  const { looked } = found
  const group = movedGroup(looked, await lookAtSound(deps, leftOut), hasNeighbours)
  await keepLibraryFiles(deps, first.folder, looked)
  await using sounds = await openSounds(deps, looked, first.folder)
  await using cover = await openCover(deps, book.cover && (await deps.covers(book.cover)))
  if (book.cover && cover.cover === null) coverless.push(book.title)
  const input = {
    name: titleOf(book.title),
    description: descriptionOf(book.description),
    cover: cover.cover,
    preview: cover.preview,
    previewChosen: false,
    audio: sounds.audio,
  }
  const { isAbridged, isExplicit } = book
  const fields = { isbn: isbnOf(book.isbn), isAbridged: isAbridged || null, isExplicit }
  await createRecord(deps, input, {
    kind: 'audio-book',
    scope: 'audio-books/+',
    insert: (transaction, record, now) =>
      insertAudioBook(transaction, { ...record, ...audioBookColumns(fields) }, now),
    complete: (transaction, id) =>
      completeBook(deps, transaction, id, { system, book, looked, first, group }),
    find: () => Promise.resolve(undefined),
  })
  return null
}

interface MadeBook {
  readonly system: MovedSystem
  readonly book: MovedBook
  readonly looked: readonly LookedFile[]
  readonly first: FoundFile
  readonly group: HandGroup | null
}

async function completeBook(
  deps: MoveDeps,
  transaction: Connection,
  id: number,
  { system, book, looked, first, group }: MadeBook,
): Promise<readonly ChangedScope[]> {
  const now = deps.clock()
  await insertMovedRecord(transaction, { system, kind: 'book', foreignId: book.id, ownId: id }, now)
  await replaceGenres(transaction, 'audio-book', id, genresOf(book.genres))
  const values = { ...valuesOf(book), moreSeries: book.series.slice(1) }
  const changed = await writeUnindexedValues(transaction, deps, id, values)
  const folderId = await requireFolder(transaction, first.folder.name)
  await putLibraryBook(transaction, { folderId, audioBookId: id, path: pathOf(book, looked) }, looked)
  if (group !== null) await writeGroup(transaction, folderId, group)
  await insertHandFields(transaction, id, saidFields(book), { userId: null, now })
  const media = await findRecordMedia(transaction, { kind: 'audio-book', id })
  if (media?.recording_id) await writeMovedChapters(transaction, media.recording_id, book)
  return changed
}

/** As imports name a book: its folder, or its first file where that is the book, or lies in the folder of all. */
function pathOf(book: MovedBook, looked: readonly LookedFile[]): string {
  const [first] = looked.map(({ path }) => path).toSorted()
  const path = first ?? ''
  const isFile = book.path.endsWith(`/${path.slice(path.lastIndexOf('/') + 1)}`)
  if (isFile || !path.includes('/')) return path
  const folders = looked.map((file) => file.path.split('/').slice(0, -1))
  const [common = []] = folders
  const length = common.findIndex((part, place) => folders.some((other) => other[place] !== part))
  return (length < 0 ? common : common.slice(0, length)).join('/') || path
}
