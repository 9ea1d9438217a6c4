/** The values of a record's form, their checks, and the parts of the multipart form that is sent. */
import { maxEpisodeNumber } from '@earmark/contract/episodes.ts'
import { type FileChoice, noFile, storedFile } from '../../../ui/file-field/file-kinds.ts'
import { messages } from './messages.ts'

/** The fields of a record that its form needs. */
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

/** Whether two versions have the same form values; readers and voicers are no part of the form. */
export function looksAlike(one: EditedRecord, other: EditedRecord): boolean {
  return JSON.stringify(valuesOf(one)) === JSON.stringify(valuesOf(other))
}

/** Values that were typed over one version, for saving over a newer one: untouched files are those of the newer. */
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

export function checkNumber(number: string): string | undefined {
  const text = number.trim()
  if (text === '') return messages.numberRequired
  return /^\d+$/.test(text) && Number(text) <= maxEpisodeNumber ? undefined : messages.numberInvalid
}

/** The proposed number of a new episode: after the last, or the first gap when the last has the largest number. */
export function nextFreeNumber(episodes: readonly { number: number }[]): number {
  const taken = new Set(episodes.map(({ number }) => number))
  const next = Math.max(0, ...taken) + 1
  if (next <= maxEpisodeNumber) return next
  let gap = 1
  while (taken.has(gap)) gap += 1
  return gap
}

type FileParts<Name extends string> = Partial<Record<Name, File> & Record<`${Name}Url`, string>>

/** The new file, the address of the one to keep, or nothing; the server clears absent fields. */
function fileParts<Name extends string>(name: Name, choice: FileChoice): FileParts<Name> {
  const parts: Record<string, File | string> = {}
  if (choice.kind === 'chosen') parts[name] = choice.file
  if (choice.kind === 'stored') parts[`${name}Url`] = choice.url
  return parts as FileParts<Name>
}

export function podcastParts(values: RecordValues) {
  const description = values.description.trim()
  return {
    Name: values.name.trim(),
    ...(description === '' ? {} : { Description: description }),
    ...fileParts('CoverImage', values.coverImage),
    ...fileParts('CoverImagePreview', values.coverImagePreview),
  }
}

export function audioBookParts(values: RecordValues) {
  return { ...podcastParts(values), ...fileParts('Audio', values.audio) }
}

export function episodeParts(values: RecordValues, podcastId: number) {
  return { Number: Number(values.number), ...audioBookParts(values), PodcastId: podcastId }
}

/** The version that a replacement replaces. */
export function replacedParts({ id, updatedAt }: EditedRecord) {
  return { Id: id, UpdatedAt: updatedAt }
}
