import { maxEpisodeNumber } from '@earmark/contract/episodes.ts'
import { AppError } from '../../errors.ts'
import type { RecordUpload } from '../../media/upload/record-upload.ts'
import { nameProblems, refuse } from '../../people/users/user-input.ts'

/** How the text fields of the forms are read that write audio books, podcasts and episodes. */

type Fields = RecordUpload['fields']

const recordFields = ['id', 'updatedAt', 'name', 'description', 'coverImageUrl', 'coverImagePreviewUrl']

export const podcastForm = { fields: recordFields, files: ['coverImage', 'coverImagePreview'] } as const
export const audioBookForm = {
  fields: [...recordFields, 'audioUrl'],
  files: ['coverImage', 'coverImagePreview', 'audio'],
} as const
export const episodeForm = {
  fields: [...audioBookForm.fields, 'number', 'podcastId'],
  files: audioBookForm.files,
} as const

export interface RecordTexts {
  readonly name: string
  readonly description: string | null
}

/** @throws AppErrors `IdMismatch` unless the form is for this record, `NameRequired`, `InvalidBody`, those of `others` */
export function readTexts(fields: Fields, id: number | null, ...others: AppError[]): RecordTexts {
  const name = (fields['name'] ?? '').trim()
  const description = (fields['description'] ?? '').replace(/\r\n?/g, '\n')
  refuse(
    ...(id === null ? unknownMedia(fields) : idProblems('id', fields['id'], id)),
    ...(id === null ? [] : instantProblems('updatedAt', fields['updatedAt'])),
    ...others,
    ...nameProblems(name),
    ...controlProblems('name', name),
    // Line breaks and tabs are what people type.
    ...controlProblems('description', description.replace(/[\n\t]/g, '')),
  )
  return { name, description: description.trim() === '' ? null : description }
}

/** The number of an episode, and what is wrong with it or with the podcast that the form names. */
export function readEpisodeFields(
  fields: Fields,
  podcastId: number,
): { number: number; problems: AppError[] } {
  const text = fields['number'] ?? ''
  const podcast = fields['podcastId']
  const problems = podcast === undefined ? [] : idProblems('podcastId', podcast, podcastId)
  return { number: Number(text), problems: [...problems, ...numberProblems(text)] }
}

function numberProblems(text: string): AppError[] {
  if (text.trim() === '') return [new AppError('NumberRequired', { field: 'number' })]
  const isNumber = /^(0|[1-9]\d{0,9})$/.test(text) && Number(text) <= maxEpisodeNumber
  return isNumber ? [] : [new AppError('NumberInvalid', { field: 'number' })]
}

function idProblems(field: string, text: string | undefined, id: number): AppError[] {
  return text === String(id) ? [] : [new AppError('IdMismatch', { field })]
}

/** ISO 8601 as RFC 3339, 5.6 narrows it down. */
const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

function instantProblems(field: string, text: string | undefined): AppError[] {
  if (text === undefined || (instantForm.test(text) && !Number.isNaN(Date.parse(text)))) return []
  const description = `${field} must be an instant as ISO 8601 writes it.`
  return [new AppError('InvalidBody', { field, description })]
}

/** A new record has no present files that could be kept. */
function unknownMedia(fields: Fields): AppError[] {
  return ['coverImageUrl', 'coverImagePreviewUrl', 'audioUrl']
    .filter((field) => fields[field] !== undefined)
    .map((field) => new AppError('UnknownMedia', { field }))
}

function controlProblems(field: string, text: string): AppError[] {
  const description = `${field} contains characters that are not allowed.`
  return /\p{Cc}/u.test(text) ? [new AppError('InvalidBody', { field, description })] : []
}
