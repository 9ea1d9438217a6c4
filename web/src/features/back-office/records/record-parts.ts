/** The parts of the multipart forms by which records are written; what is absent is cleared by the server. */
import type { FileChoice } from '../../../ui/file-field/file-choice.ts'
import type { EditedRecord, RecordValues } from './record-values.ts'

type FileParts<Name extends string> = Partial<Record<Name, File> & Record<`${Name}Url`, string>>

/** The new file, or the address of the one to keep, or nothing. */
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

/** What a replacement says of the version that it replaces. */
export function replacedParts({ id, updatedAt }: EditedRecord) {
  return { Id: id, UpdatedAt: updatedAt }
}
