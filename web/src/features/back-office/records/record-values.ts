/** What the forms of audio books, podcasts and episodes hold. Each has the fields that its `RecordKind` names. */
import { type FileChoice, noFile, storedFile } from '../../../ui/file-field/file-choice.ts'

/** What the forms need to know of a record. */
export interface EditedRecord {
  id: number
  name: string
  description: string | null
  coverImageUrl: string | null
  coverImagePreviewUrl: string | null
  /** Whether the cover is the podcast's, and not the record's own. */
  coverInherited?: boolean
  /** Of an episode. */
  podcast?: { coverImagePreviewUrl: string | null }
  audioUrl?: string | null
  number?: number
  updatedAt: string
}

/** In the order of the fields. */
export interface RecordValues {
  number: string
  name: string
  description: string
  audio: FileChoice
  coverImage: FileChoice
  coverImagePreview: FileChoice
}

export const emptyValues: RecordValues = {
  number: '',
  name: '',
  description: '',
  audio: noFile,
  coverImage: noFile,
  coverImagePreview: noFile,
}

export function valuesOf(record: EditedRecord): RecordValues {
  const hasOwnCover = record.coverInherited !== true
  // An episode may have a preview of its own beside its podcast's cover.
  const hasOwnPreview = hasOwnCover || record.coverImagePreviewUrl !== record.podcast?.coverImagePreviewUrl
  return {
    number: String(record.number ?? ''),
    name: record.name,
    description: record.description ?? '',
    audio: storedFile(record.audioUrl),
    coverImage: hasOwnCover ? storedFile(record.coverImageUrl) : noFile,
    coverImagePreview: hasOwnPreview ? storedFile(record.coverImagePreviewUrl) : noFile,
  }
}

/** Whether two versions of a record look alike in its form: readers and voicers come and go beside it. */
export function looksAlike(one: EditedRecord, other: EditedRecord): boolean {
  return JSON.stringify(valuesOf(one)) === JSON.stringify(valuesOf(other))
}

/** Values that were typed over one version, to be saved over a newer one: files that were left alone are the newer's. */
export function rebased(values: RecordValues, newer: EditedRecord): RecordValues {
  const theirs = valuesOf(newer)
  const keep = (mine: FileChoice, their: FileChoice) => (mine.kind === 'stored' ? their : mine)
  return {
    ...values,
    coverImage: keep(values.coverImage, theirs.coverImage),
    coverImagePreview: keep(values.coverImagePreview, theirs.coverImagePreview),
    audio: keep(values.audio, theirs.audio),
  }
}
