import { listScopesCounting } from '../../../catalogue/creators/creator-details.queries.ts'
import { isPresent } from '../../../catalogue/editing/chosen-tracks.ts'
import { joinTracks } from '../../../catalogue/editing/join-tracks.ts'
import {
  findRecordMedia,
  findRecordSound,
  scopeOf,
  setCover,
  touchRecord,
} from '../../../catalogue/editing/records.queries.ts'
import { changeCatalogue } from '../../../db/changes/change-catalogue.ts'
import { filesOf, storedHashes } from '../../../media/media.queries.ts'
import { tryRemoveUnusedFiles } from '../../../media/storage/unused-files.ts'
import { insertRecordCover } from '../../../media/upload/record-media.queries.ts'
import type { ImportDeps } from '../import-deps.ts'
import type { AppliedBook } from './book-source.ts'
import { openChosenSound, replaceSound } from './chosen-sound.ts'
import { AppliedElsewhere, finishBook } from './finish-book.ts'
import { markApplied } from './library-books.queries.ts'
import { noCover, openFirstCover } from './library-cover.ts'

/**
 * Changes an audio book to what its files say by now. Media of files that are the same stay, so do their addresses; so do
 * those of files that are missing.
 */
export async function changeBook(deps: ImportDeps, audioBookId: number, book: AppliedBook): Promise<void> {
  const { source, options } = book
  const { record } = book.row
  const ref = { kind: 'audio-book', id: audioBookId } as const
  const present = await findRecordMedia(deps.db.connection, ref)
  if (!present) return await passOver(deps, book)
  const { tracks: presentTracks } = await findRecordSound(deps.db.connection, present)
  await using sound = await openChosenSound(deps, record.files, presentTracks, source)
  const { tracks, isChanged } = sound
  await using joined = await joinTracks(deps, isChanged ? tracks : [])
  const hasCover = present.cover_media_id !== null
  await using cover = hasCover ? noCover : await openFirstCover(deps, source.coversOf(record))
  const newAudio = tracks.flatMap((track) => (isPresent(track) ? [] : [track]))
  const change = {
    changes: [scopeOf(ref)],
    files: filesOf(cover.cover, cover.preview, joined.media, ...newAudio),
  }
  const apply = changeCatalogue(deps, change, async (transaction, alsoChanged) => {
    await options.hold(transaction)
    const now = deps.clock()
    const before = await listScopesCounting(transaction, ref)
    const leaving = isChanged ? await replaceSound(transaction, ref, { tracks, joined }) : []
    if (cover.cover !== null) {
      const media = { ...cover, previewChosen: false }
      await setCover(transaction, ref, await insertRecordCover(transaction, media, now))
    }
    const written = await finishBook(deps, transaction, audioBookId, book)
    const after = await listScopesCounting(transaction, ref)
    alsoChanged(...before, ...written, ...after, ...leaving.map(({ key }) => `media/${key}` as const))
    await touchRecord(transaction, ref, now)
    return leaving
  })
  const dropped = await apply.catch((error: unknown) => {
    if (error instanceof AppliedElsewhere) return []
    throw error
  })
  await tryRemoveUnusedFiles(deps, storedHashes(dropped))
}

/** An audio book that was deleted since the look is not made again by what was proposed for it. */
async function passOver(deps: ImportDeps, { row, options }: AppliedBook): Promise<void> {
  await deps.db.connection.transaction().execute(async (transaction) => {
    await options.hold(transaction)
    await markApplied(transaction, row.id, { audioBookId: null, now: deps.clock() })
  })
}
