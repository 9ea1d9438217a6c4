import { listScopesCounting } from '../../../catalogue/creators/creator-details.queries.ts'
import { prepareTokens, reindexRecords } from '../../../catalogue/creators/linked-records.ts'
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
import { filesOf } from '../../../media/media.queries.ts'
import type { MediaDeps } from '../../../media/storage/files/storage.ts'
import { tryRemoveUnusedFiles } from '../../../media/storage/unused-files.ts'
import { insertRecordCover } from '../../../media/upload/record-media.queries.ts'
import { AppliedElsewhere, type Applying, type BookOfImport } from './apply-book.ts'
import { openChosenSound, replaceSound } from './chosen-sound.ts'
import { finishBook } from './finish-book.ts'
import { markApplied } from './library-books.queries.ts'
import { noCover, openCover } from './library-cover.ts'
import { appliedTexts } from './planned-values.ts'

/**
 * Changes an audio book to what its files say by now. Media of files that are the same stay, so do their addresses; so do
 * those of files that are missing.
 */
export async function changeBook(
  deps: MediaDeps,
  book: BookOfImport & { readonly audioBookId: number },
  applying: Applying,
): Promise<void> {
  const { record } = book
  const ref = { kind: 'audio-book', id: book.audioBookId } as const
  const present = await findRecordMedia(deps.db.connection, ref)
  if (!present) return await passOver(deps, book, applying)
  const { tracks: presentTracks } = await findRecordSound(deps.db.connection, present)
  await using sound = await openChosenSound(deps, record.files, presentTracks, applying)
  const { tracks, isChanged } = sound
  await using joined = await joinTracks(deps, isChanged ? tracks : [])
  const picture = present.cover_media_id === null ? await applying.findCover(record) : null
  await using cover = picture ? await openCover(deps, picture) : noCover
  const prepared = await prepareTokens([appliedTexts(record)])
  const newAudio = tracks.flatMap((track) => (isPresent(track) ? [] : [track]))
  const files = filesOf(cover.cover, cover.preview, joined.media, ...newAudio)
  await applying.holdLease()
  const change = { changes: [scopeOf(ref)], files }
  const dropped = await changeCatalogue(deps, change, async (transaction, alsoChanged) => {
    const now = deps.clock()
    const before = await listScopesCounting(transaction, ref)
    const leaving = isChanged ? await replaceSound(transaction, ref, { tracks, joined }) : []
    if (cover.cover !== null) {
      const media = { ...cover, previewChosen: false }
      await setCover(transaction, ref, await insertRecordCover(transaction, media, now))
    }
    const written = await finishBook(deps, transaction, { book, audioBookId: ref.id }, applying)
    const after = await listScopesCounting(transaction, ref)
    alsoChanged(...before, ...written, ...after, ...leaving.map(({ key }) => `media/${key}` as const))
    await touchRecord(transaction, ref, now)
    await reindexRecords(transaction, deps.db.dialect, { kind: ref.kind, ids: [ref.id] }, prepared)
    return leaving
  })
  await tryRemoveUnusedFiles(
    deps,
    dropped.map(({ sha256 }) => sha256),
  )
}

/** An audio book that was deleted since the look is not made again by what was proposed for it. */
async function passOver(deps: MediaDeps, book: BookOfImport, { holdLease }: Applying): Promise<void> {
  await holdLease()
  const isOurs = await markApplied(deps.db.connection, book, { audioBookId: null, now: deps.clock() })
  if (!isOurs) throw new AppliedElsewhere()
}
