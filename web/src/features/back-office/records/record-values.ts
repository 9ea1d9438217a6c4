/** The values of a record's form, their checks, and the parts of the multipart form that is sent. */
import { maxEpisodeNumber } from '@earmark/contract/limits.ts'
import type { Credit } from '@earmark/contract/credits.ts'
import type { PublishingStatus } from '@earmark/contract/edited-records.ts'
import { withoutSignature } from '@earmark/contract/media-addresses.ts'
import { type FileChoice, noFile, storedFile } from '../../../ui/file-field/file-kinds.ts'
import { type AudioChoice, onlyAudio, type RecordAudio, rebasedAudio, storedAudio } from './audio-values.ts'
import {
  bookFieldParts,
  episodeFieldParts,
  type FieldsOfRecord,
  fieldsOf,
  type FieldValues,
  podcastFieldParts,
} from './field-values.ts'
import { messages } from './messages.ts'

/** The fields of a record that its form needs. */
export interface EditedRecord extends FieldsOfRecord, RecordAudio {
  id: number
  name: string
  description: string | null
  coverImageUrl: string | null
  coverImagePreviewUrl: string | null
  /** Whether the cover is the podcast's, and not the record's own. */
  coverInherited?: boolean
  /** Of an episode. */
  podcast?: { coverImagePreviewUrl: string | null }
  number?: number
  credits: readonly Credit[]
  /** Whether files have a say in its fields; of audio books alone. */
  isImported?: boolean
  /** Absent from answers that are not for editors alone. */
  status?: PublishingStatus
  publishAt?: string | null
  /** Of a podcast: a draft that its followers see. */
  isUnlisted?: boolean
  updatedAt: string
}

/** In the order of the fields. */
export interface RecordValues extends FieldValues {
  number: string
  name: string
  description: string
  /** The files in their order; those of an episode are one at most. */
  audio: readonly AudioChoice[]
  coverImage: FileChoice
  coverImagePreview: FileChoice
  /** Of a new record; those of others are saved apart from the form. */
  credits: readonly Credit[]
}

export const emptyValues: RecordValues = {
  number: '',
  name: '',
  ...fieldsOf({}),
  description: '',
  audio: [],
  coverImage: noFile,
  coverImagePreview: noFile,
  credits: [],
}

export function valuesOf(record: EditedRecord): RecordValues {
  const hasOwnCover = record.coverInherited !== true
  // An episode may have a preview of its own beside its podcast's cover.
  const hasOwnPreview = hasOwnCover || record.coverImagePreviewUrl !== record.podcast?.coverImagePreviewUrl
  return {
    number: String(record.number ?? ''),
    name: record.name,
    ...fieldsOf(record),
    description: record.description ?? '',
    audio: storedAudio(record),
    coverImage: hasOwnCover ? storedFile(record.coverImageUrl) : noFile,
    coverImagePreview: hasOwnPreview ? storedFile(record.coverImagePreviewUrl) : noFile,
    credits: [],
  }
}

/** Whether two versions have the same form values; readers and voicers are no part of the form. */
export function looksAlike(one: EditedRecord, other: EditedRecord): boolean {
  const textOf = (record: EditedRecord) =>
    JSON.stringify(valuesOf(record), (name, value: unknown) =>
      name === 'url' ? withoutSignature(String(value)) : value,
    )
  return textOf(one) === textOf(other)
}

/** Values that were typed over one version, for saving over a newer one: untouched files are those of the newer. */
export function rebased(values: RecordValues, over: EditedRecord, newer: EditedRecord): RecordValues {
  const theirs = valuesOf(newer)
  const keep = (mine: FileChoice, their: FileChoice) => (mine.kind === 'stored' ? their : mine)
  return {
    ...values,
    coverImage: keep(values.coverImage, theirs.coverImage),
    coverImagePreview: keep(values.coverImagePreview, theirs.coverImagePreview),
    audio: rebasedAudio(values.audio, valuesOf(over).audio, theirs.audio),
  }
}

/** Of a new record. */
export function draftPart(isDraft: boolean): { Draft?: 'true' } {
  return isDraft ? { Draft: 'true' } : {}
}

export function checkNumber(number: string): string | undefined {
  const text = number.trim()
  if (text === '') return messages.numberRequired
  return /^\d+$/.test(text) && Number(text) <= maxEpisodeNumber ? undefined : messages.numberInvalid
}

type FileParts<Name extends string> = Partial<Record<Name, File> & Record<`${Name}Url`, string>>

/** The new file, the address of the one to keep, or nothing; the server clears absent fields. */
function fileParts<Name extends string>(name: Name, choice: FileChoice): FileParts<Name> {
  const parts: Record<string, File | string> = {}
  if (choice.kind === 'chosen') parts[name] = choice.file
  if (choice.kind === 'stored') parts[`${name}Url`] = choice.url
  return parts as FileParts<Name>
}

/** The parts that all kinds of records have. */
function commonParts(values: RecordValues) {
  const description = values.description.trim()
  return {
    Name: values.name.trim(),
    ...(description === '' ? {} : { Description: description }),
    ...fileParts('CoverImage', values.coverImage),
    ...fileParts('CoverImagePreview', values.coverImagePreview),
  }
}

export function podcastParts(values: RecordValues) {
  return { ...commonParts(values), ...podcastFieldParts(values) }
}

/** Without its files, which have an order of their own. */
export function audioBookParts(values: RecordValues) {
  return { ...commonParts(values), ...bookFieldParts(values) }
}

export function episodeParts(values: RecordValues, podcastId: number) {
  const own = { ...commonParts(values), ...episodeFieldParts(values) }
  const audio = fileParts('Audio', onlyAudio(values.audio))
  return { Number: Number(values.number), ...own, ...audio, PodcastId: podcastId }
}

/** The version that a replacement replaces. */
export function replacedParts({ id, updatedAt }: EditedRecord) {
  return { Id: id, UpdatedAt: updatedAt }
}
