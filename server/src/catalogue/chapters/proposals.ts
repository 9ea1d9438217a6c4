import { maxChapters } from '@earmark/contract/limits.ts'
import type { ChaptersProposal } from '@earmark/contract/chapter-edits.ts'
import type { Chapters } from '@earmark/contract/chapters.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { FailureOf } from '../../errors.ts'
import { orderChapters } from '../../media/chapters/chapter-list.ts'
import { embeddedChapters } from '../../media/chapters/file-chapters.ts'
import { type ChapterList, listSoundChapters, listSoundFiles } from '../editing/recording-chapters.queries.ts'
import { readChaptersText } from './chapter-texts.ts'
import { findChaptersOwner, type RecordingRef } from './chapters.queries.ts'
import { chaptersView } from './chapters.service.ts'

const defaultSeconds = 600

/** Chapters that an editor may take over, with the version that these would follow. */
export async function proposeChapters(
  connection: Connection,
  record: RecordingRef,
  { from, lengthSeconds = defaultSeconds, text }: ChaptersProposal,
  failure: FailureOf<'NotFound' | 'InvalidBody' | 'ChaptersInvalid'>,
): Promise<Chapters> {
  if ((from === undefined) === (text === undefined))
    throw failure('InvalidBody', { description: 'Either from or text is needed.' })
  const owner = await findChaptersOwner(connection, record, 'editors')
  if (!owner) throw failure('NotFound')
  if (text !== undefined) return chaptersView(owner, chaptersOfText(text, owner.durationMs, failure))
  if (from === 'Even') return chaptersView(owner, evenChapters(lengthSeconds, owner.durationMs ?? 0, failure))
  if (from === 'Files') return chaptersView(owner, await listSoundChapters(connection, owner.recordingId))
  const chapters = embeddedChapters(await listSoundFiles(connection, owner.recordingId))
  return chaptersView(owner, { source: chapters.length === 0 ? 'None' : 'Embedded', chapters })
}

function chaptersOfText(
  text: string,
  durationMs: number | null,
  failure: FailureOf<'ChaptersInvalid'>,
): ChapterList {
  const read = readChaptersText(text)
  const field = 'text'
  if (!read)
    throw failure('ChaptersInvalid', {
      field,
      description: 'The text is neither a cue sheet of one file nor JSON chapters.',
    })
  const chapters = orderChapters(read.chapters, durationMs ?? Number.MAX_SAFE_INTEGER)
  if (chapters.length === 0)
    throw failure('ChaptersInvalid', { field, description: 'No chapter of the text lies in the recording.' })
  return { source: read.source, chapters }
}

function evenChapters(
  lengthSeconds: number,
  durationMs: number,
  failure: FailureOf<'ChaptersInvalid'>,
): ChapterList {
  const lengthMs = Math.round(lengthSeconds * 1000)
  const count = Math.ceil(durationMs / lengthMs)
  if (count > maxChapters)
    throw failure('ChaptersInvalid', {
      field: 'lengthSeconds',
      description: `There would be more than ${maxChapters} chapters.`,
    })
  const starts = Array.from({ length: count }, (_, place) => ({ startMs: place * lengthMs, title: '' }))
  return { source: 'Hand', chapters: orderChapters(starts, durationMs) }
}
