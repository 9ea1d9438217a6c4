import { maxChapterTitleLength, maxChapters } from '@earmark/contract/limits.ts'
import type { NewChapters, SavedChapters } from '@earmark/contract/chapter-edits.ts'
import { type Chapters, jsonChaptersType } from '@earmark/contract/chapters.ts'
import { changeCatalogue } from '../../db/changes/change-catalogue.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { FailureOf } from '../../errors.ts'
import { cleanTitle, type FileChapter, minChapterMs } from '../../media/chapters/chapter-list.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { prepareTokens, reindexRecords, textsOf } from '../creators/linked-records.ts'
import type { PodcastAudience } from '../editing/record-rows.queries.ts'
import {
  type ChapterList,
  isSameList,
  listChapters,
  listSoundChapters,
  writeChapters,
} from '../editing/recording-chapters.queries.ts'
import { scopeOf } from '../editing/records.queries.ts'
import { type ChaptersOwner, findChaptersOwner, findSaving, type RecordingRef } from './chapters.queries.ts'

/** Undefined where this audience does not see the record. */
export async function findChapters(
  connection: Connection,
  record: RecordingRef,
  audience: PodcastAudience,
): Promise<Chapters | undefined> {
  const owner = await findChaptersOwner(connection, record, audience)
  return owner && (await presentChapters(connection, owner))
}

async function presentChapters(connection: Connection, owner: ChaptersOwner): Promise<Chapters> {
  const chapters = await listChapters(connection, owner.recordingId, owner.durationMs)
  return chaptersView(owner, { source: owner.source, chapters })
}

export function chaptersView(
  { version, durationMs, trackStartsMs }: ChaptersOwner,
  { source, chapters }: ChapterList,
): Chapters {
  return {
    version,
    source,
    chapters: chapters.map(({ startMs, title }, place) => {
      const endMs = chapters[place + 1]?.startMs ?? durationMs
      return {
        startSeconds: startMs / 1000,
        endSeconds: endMs === null ? null : endMs / 1000,
        title,
        trackNumber: Math.max(1, trackStartsMs.findLastIndex((trackMs) => trackMs <= startMs) + 1),
      }
    }),
  }
}

/** For an editor who did not know of them. */
async function presentSaved(connection: Connection, owner: ChaptersOwner): Promise<SavedChapters> {
  const { name, at } = await findSaving(connection, owner.recordingId)
  return {
    ...(await presentChapters(connection, owner)),
    ...(name !== null && { savedBy: name }),
    ...(at !== null && { savedAt: new Date(at).toISOString() }),
  }
}

/**
 * Replaces the chapters of a recording by an editor's, or gives its sound its say again, unless they were changed after
 * the version that was edited. The same list again, after a lost answer, is not stale.
 */
export async function replaceChapters(
  deps: MediaDeps,
  record: RecordingRef,
  { chapters, source, baseVersion }: NewChapters,
  userId: string,
  failure: FailureOf<'NotFound' | 'InvalidBody' | 'ChaptersInvalid' | 'StaleChapters'>,
): Promise<Chapters> {
  if ((chapters === undefined) === (source === undefined))
    throw failure('InvalidBody', { description: 'Either chapters or source is needed.' })
  const indexed = { kind: record.kind, ids: [record.id] }
  const prepared = await prepareTokens(textsOf(deps.db.connection, [indexed]))
  return await changeCatalogue(deps, { changes: [scopeOf(record)] }, async (transaction) => {
    const owner = await findChaptersOwner(transaction, record, 'editors')
    if (!owner) throw failure('NotFound')
    const { recordingId } = owner
    const list: ChapterList = chapters
      ? { source: 'Hand', chapters: checkedChapters(chapters, owner.durationMs, failure) }
      : await listSoundChapters(transaction, recordingId)
    const kept = { source: owner.source, chapters: await listChapters(transaction, recordingId) }
    if (isSameList(kept, list)) return chaptersView(owner, list)
    if (baseVersion !== owner.version)
      throw failure('StaleChapters', { current: await presentSaved(transaction, owner) })
    const version = await writeChapters(transaction, recordingId, list, { userId, now: deps.clock() })
    await reindexRecords(transaction, deps.db.dialect, indexed, prepared)
    return chaptersView({ ...owner, version }, list)
  })
}

type NewChapterList = NonNullable<NewChapters['chapters']>

/** @throws AppError for the first chapter that is wrong, which the description names by its number */
function checkedChapters(
  given: NewChapterList,
  durationMs: number | null,
  failure: FailureOf<'ChaptersInvalid'>,
): FileChapter[] {
  const refuse = (description: string) => failure('ChaptersInvalid', { field: 'chapters', description })
  if (given.length > maxChapters) throw refuse(`There are more than ${maxChapters} chapters.`)
  let earliestMs = 0
  return given.map(({ startSeconds, title }, place) => {
    const startMs = Math.round(startSeconds * 1000)
    const name = `Chapter ${place + 1}`
    if (startMs < earliestMs)
      throw refuse(
        place === 0
          ? `${name} begins before the recording.`
          : `${name} begins less than 0.1 s after the one before.`,
      )
    if (durationMs !== null && startMs >= durationMs)
      throw refuse(`${name} begins past the end of the recording.`)
    if (Array.from(title).length > maxChapterTitleLength)
      throw refuse(`The title of chapter ${place + 1} has more than ${maxChapterTitleLength} characters.`)
    earliestMs = startMs + minChapterMs
    return { startMs, title: cleanTitle(title) }
  })
}

/** Podcasting 2.0, JSON chapters 1.2. */
export const jsonChapters = {
  type: jsonChaptersType,
  of: ({ chapters }: Chapters) => ({
    version: '1.2.0',
    chapters: chapters.map(({ startSeconds, endSeconds, title }) => {
      return { startTime: startSeconds, ...(endSeconds !== null && { endTime: endSeconds }), title }
    }),
  }),
}
