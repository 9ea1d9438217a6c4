import type { Connection } from '../../db/engine/dialect.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import { deleteMedia, filesOf, storedHashes } from '../../media/media.queries.ts'
import {
  keptMedia,
  type NamedMedia,
  planMedia,
  replacedPreview,
  type ShownMedia,
} from '../../media/upload/record-media-changes.ts'
import { type CoverIds, insertMediaPlan } from '../../media/upload/record-media.queries.ts'
import type { RecordUpload } from '../../media/upload/record-upload.ts'
import { tryRemoveUnusedFiles } from '../../media/storage/unused-files.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import { type EditingDeps, lockChangedFields } from '../book-values/hand-edits.ts'
import { prepareTokens, reindexRecords } from '../creators/linked-records.ts'
import { type AudioForm, chosenTracks, isUnchanged } from './chosen-tracks.ts'
import { isJoinOf, joinChosenTracks, storeTracks } from './join-tracks.ts'
import { setRecordingSound } from './recording-files.queries.ts'
import {
  findRecordMedia,
  findRecordSound,
  listMediaIds,
  type RecordColumns,
  type RecordRef,
  scopeOf,
  updateRecord,
} from './records.queries.ts'
import { remakePreview } from './remake-preview.ts'

type OwnColumns = Omit<RecordColumns, keyof CoverIds | 'replaced_preview_url'>

export type ReplacementFailure = FailureOf<'NotFound' | 'StaleRecord' | 'UnknownMedia'>

type ReplacementTexts = NamedMedia & AudioForm['texts'] & { readonly updatedAt?: string | undefined }

interface Replacement<Shown> {
  readonly upload: RecordUpload<ReplacementTexts>
  /** The new texts of the record. */
  readonly columns: OwnColumns
  /** Writes what the record has in other tables. */
  readonly writeLists?: (transaction: Connection) => Promise<void>
  /** The record as it is answered. */
  readonly find: (connection: Connection) => Promise<Shown | undefined>
}

/**
 * Replaces a record by a form, unless it was changed after the version that the form was filled in over.
 *
 * @throws DuplicateKeyError for an episode's number
 */
export async function replaceRecord<Shown extends ShownMedia & { updatedAt: string }>(
  deps: MediaDeps & EditingDeps,
  record: RecordRef,
  { upload, columns, writeLists, find }: Replacement<Shown>,
  failure: ReplacementFailure,
): Promise<Shown> {
  await using remade = await remakePreview(deps, record, upload)
  await using joined = await joinChosenTracks(deps, record, upload)
  const { kind, id } = record
  const prepared = await prepareTokens([columns])
  const newFiles = upload.audio.map(({ media }) => media)
  const change = {
    changes: [scopeOf(record)],
    files: filesOf(
      upload.cover?.cover,
      upload.cover?.preview,
      upload.preview,
      remade.media,
      joined.media,
      ...newFiles,
    ),
  }
  const { after, dropped } = await changeCatalogue(deps, change, async (transaction, alsoChanged) => {
    const present = await findRecordMedia(transaction, record)
    const shown = present && (await find(transaction))
    if (!shown) throw failure('NotFound')
    if (isStale(upload, shown.updatedAt)) throw failure('StaleRecord')
    const { publicUrl } = deps.config
    const sound = { ...(await findRecordSound(transaction, present)), publicUrl }
    const tracks = chosenTracks(upload, sound)
    const known = { publicUrl, replacedPreview: present.replaced_preview_url, isAudioKnown: tracks !== null }
    const kept = keptMedia(upload, shown, known, failure)
    const now = deps.clock()
    const plan = planMedia(present, upload, kept, { remade: remade.media, now }, failure)
    const media = await insertMediaPlan(transaction, plan)
    const own = { ...columns, ...media, replaced_preview_url: replacedPreview(present, plan, kept, shown) }
    // Later than before even within a millisecond, or the other of two forms would not be found stale.
    const updatedAt = Math.max(now, Date.parse(shown.updatedAt) + 1)
    await lockChangedFields(deps, transaction, kind === 'audio-book' ? [id] : [], async () => {
      await updateRecord(transaction, record, own, updatedAt)
      await writeLists?.(transaction)
    })
    const former = await listMediaIds(transaction, [present])
    if (tracks !== null && present.recording_id !== null && !isUnchanged(tracks, sound)) {
      if (!isJoinOf(tracks, joined)) throw failure('StaleRecord')
      const stored = await storeTracks(transaction, tracks, joined)
      await setRecordingSound(transaction, present.recording_id, stored)
    }
    const after = await findRecordMedia(transaction, record)
    const remaining = new Set(await listMediaIds(transaction, after ? [after] : []))
    const leaving = former.filter((id) => !remaining.has(id))
    const dropped = await deleteMedia(transaction, leaving)
    alsoChanged(...dropped.map(({ key }) => `media/${key}` as const))
    await reindexRecords(transaction, deps.db.dialect, { kind, ids: [id] }, prepared)
    return { after: (await find(transaction)) as Shown, dropped }
  })
  await tryRemoveUnusedFiles(deps, storedHashes(dropped))
  return after
}

export async function requireRecord(
  { connection }: { readonly connection: Connection },
  record: RecordRef,
  failure: FailureOf<'NotFound'>,
): Promise<void> {
  if (!(await findRecordMedia(connection, record))) throw failure('NotFound')
}

/** Name and description of a form as they are stored. */
export function recordTexts({ name, description = null }: { name: string; description?: string | null }) {
  return { name: name.trim(), description }
}

/** Whether a form asks for a draft. */
export function isDraft({ draft }: { readonly draft?: 'true' | 'false' | undefined }): boolean {
  return draft === 'true'
}

function isStale(
  { texts: { updatedAt: given } }: RecordUpload<ReplacementTexts>,
  updatedAt: string,
): boolean {
  return given !== undefined && Date.parse(given) !== Date.parse(updatedAt)
}
