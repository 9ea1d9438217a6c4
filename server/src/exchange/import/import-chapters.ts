import type { ChapterSource } from '@earmark/contract/chapters.ts'
import { type FileChapter, orderChapters } from '../../media/chapters/chapter-list.ts'
import { chaptersOfFiles, embeddedChapters, startsOf } from '../../media/chapters/file-chapters.ts'
import type { ImportRecord, RecordFile, SideChapters } from './import-record.ts'

export interface ChosenChapters {
  readonly source: ChapterSource
  readonly chapters: readonly FileChapter[]
}

/** Where an editor has said the chapters of a book come from, which is known by its sounds. */
export interface ChaptersChoice {
  readonly chaptersOf: readonly string[]
  readonly source: ChapterSource
}

/** Whether a choice is that of a book of these sounds, whatever their order. */
export function isChoiceOf({ chaptersOf }: ChaptersChoice, prints: readonly string[]): boolean {
  const own = new Set(prints)
  return chaptersOf.length === prints.length && chaptersOf.every((print) => own.has(print))
}

type Chaptered = Pick<ImportRecord, 'files' | 'sideChapters'>

/** The chapters that a book gets of the source that was chosen; the best other one where that has none. */
export function chaptersOfRecord(record: Chaptered & Pick<ImportRecord, 'chaptersSource'>): ChosenChapters {
  const { chaptersSource: source } = record
  if (source === 'None') return { source, chapters: [] }
  const chapters = chaptersOfSource(record, source)
  if (chapters.length > 0) return { source, chapters }
  const best = bestSource(record)
  return { source: best, chapters: chaptersOfSource(record, best) }
}

/** As `chaptersOfRecord`; of joined files counts what each plays. */
export function chaptersOfPlayed(
  record: ImportRecord,
  played: readonly { readonly durationMs: number | null }[],
): ChosenChapters {
  const files = record.files.map((file, place) => {
    return { ...file, durationMs: played[place]?.durationMs ?? file.durationMs }
  })
  return chaptersOfRecord({ ...record, files })
}

/** JSON chapters, then a cue sheet, then what lies within the files, then the files themselves. */
export function bestSource(record: Chaptered): ChapterSource {
  const found = (['Json', 'Cue'] as const).find((source) => chaptersOfSource(record, source).length > 0)
  if (found) return found
  if (chaptersOfFiles(soundsOf(record.files)).length === 0) return 'None'
  return record.files.length > 1 ? 'Files' : 'Embedded'
}

function chaptersOfSource({ files, sideChapters }: Chaptered, source: ChapterSource): FileChapter[] {
  if (source === 'Files') return chaptersOfFiles(soundsOf(files))
  if (source === 'Embedded') return embeddedChapters(soundsOf(files))
  const side = sideChapters.find((each) => each.source === source)
  return side ? placeParts(side, files) : []
}

function soundsOf(files: readonly RecordFile[]) {
  return files.map(({ durationMs, title, path, chapters }) => {
    return { durationMs, title, chapters, name: path.slice(path.lastIndexOf('/') + 1) }
  })
}

/** Those of a file move to where it begins. */
function placeParts({ parts }: SideChapters, files: readonly RecordFile[]): FileChapter[] {
  const starts = startsOf(files)
  const durationMs = files.reduce((sum, file) => sum + file.durationMs, 0)
  const found = parts.flatMap(({ path, chapters }) => {
    if (path === null) return chapters
    const place = files.findIndex((file) => file.path === path)
    const begins = starts[place] ?? 0
    const within = chapters.filter(({ startMs }) => startMs < (files[place]?.durationMs ?? 0))
    return within.map(({ startMs, title }) => ({ startMs: begins + startMs, title }))
  })
  return orderChapters(found, durationMs)
}
