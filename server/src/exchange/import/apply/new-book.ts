import { insertAudioBook } from '../../../catalogue/audio-books/audio-books.queries.ts'
import { createRecord } from '../../../catalogue/editing/create-record.ts'
import { chaptersOfPlayed } from '../import-chapters.ts'
import type { ImportDeps } from '../import-deps.ts'
import type { ImportRecord } from '../import-record.ts'
import type { AppliedBook } from './book-source.ts'
import { AppliedElsewhere, completeBook } from './finish-book.ts'
import { openFirstCover } from './library-cover.ts'
import { openSounds } from './library-sounds.ts'

/** Adds the audio book that a proposal is, with all that belongs to it, in one transaction. */
export async function createBook(deps: ImportDeps, book: AppliedBook): Promise<void> {
  const { source, options } = book
  const { record } = book.row
  const sounds = record.files.filter(({ isMissing }) => !isMissing).map((file) => source.soundOf(file))
  await using opened = await openSounds(deps, sounds, source)
  await using cover = await openFirstCover(deps, source.coversOf(record))
  const input = {
    ...appliedTexts(record),
    cover: cover.cover,
    preview: cover.preview,
    previewChosen: false,
    audio: opened.audio,
    draft: !options.publish,
  }
  await createRecord(deps, input, {
    kind: 'audio-book',
    scope: 'audio-books/+',
    insert: async (transaction, added, now) => {
      await options.hold(transaction)
      const { tracks } = added.sound
      const played = tracks.length > 0 ? tracks : opened.audio
      const chapters = chaptersOfPlayed(record, played)
      return await insertAudioBook(transaction, { ...added, chapters }, now)
    },
    complete: (transaction, id) => completeBook(deps, transaction, id, book),
    find: () => Promise.resolve(undefined),
  }).catch((error: unknown) => {
    if (!(error instanceof AppliedElsewhere)) throw error
  })
}

/** A book without a title is called by its place. */
export function appliedTexts({ fields, path }: Pick<ImportRecord, 'fields' | 'path'>) {
  const title = String(fields.title.value ?? '').trim()
  const { value } = fields.description
  const description = typeof value === 'string' ? value : null
  return { name: title || path.slice(path.lastIndexOf('/') + 1), description }
}
