import { insertAudioBook } from '../../../catalogue/audio-books/audio-books.queries.ts'
import { createRecord } from '../../../catalogue/editing/create-record.ts'
import type { MediaDeps } from '../../../media/storage/files/storage.ts'
import type { Applying, BookOfImport } from './apply-book.ts'
import { finishBook } from './finish-book.ts'
import { openCover } from './library-cover.ts'
import { openSounds } from './library-sounds.ts'
import { lookedSound } from './looked-sound.ts'
import { appliedTexts } from './planned-values.ts'

/** Adds the audio book that a proposal is, with all that belongs to it, in one transaction. */
export async function createBook(deps: MediaDeps, book: BookOfImport, applying: Applying): Promise<void> {
  const { record } = book
  const sounds = record.files.map((file) => lookedSound(file, applying))
  await using opened = await openSounds(deps, sounds, applying)
  await using cover = await openCover(deps, await applying.findCover(record))
  const input = {
    ...appliedTexts(record),
    cover: cover.cover,
    preview: cover.preview,
    previewChosen: false,
    audio: opened.audio,
    draft: !applying.publish,
  }
  await applying.holdLease()
  await createRecord(deps, input, {
    kind: 'audio-book',
    scope: 'audio-books/+',
    insert: insertAudioBook,
    complete: (transaction, id) => finishBook(deps, transaction, { book, audioBookId: id }, applying),
    find: () => Promise.resolve(undefined),
  })
}
