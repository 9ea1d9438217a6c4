import Type, { type TSchema } from 'typebox'

/**
 * The forms by which records with files are written: `multipart/form-data` (RFC 7578), field names in PascalCase,
 * matched without case. Absent and empty mean the same.
 */

/** Bytes with a type; in a browser a `File` or `Blob`. */
export interface FormFile {
  readonly size: number
  readonly type: string
}

/** Characters (UTF-16) of a record's name and of its description. */
export const maxNameLength = 500
export const maxDescriptionLength = 20_000

const file = (description: string) =>
  Type.Optional(Type.Unsafe<FormFile>({ type: 'string', format: 'binary', description }))
const kept = (what: string) =>
  Type.Optional(
    Type.String({ description: `The record's present ${what}, to keep it; absent, it is cleared` }),
  )

export const coverParts = {
  CoverImageUrl: kept('coverImageUrl'),
  CoverImage: file('JPEG, PNG, WebP, AVIF or GIF'),
  CoverImagePreviewUrl: kept('coverImagePreviewUrl'),
  CoverImagePreview: file('As CoverImage; made from the cover when there is none'),
}

export const audioParts = {
  AudioUrl: kept('audioUrl'),
  Audio: file('MP3, M4A, M4B, AAC, Ogg Vorbis or Opus, FLAC, WAV or WebM audio'),
}

export const textParts = {
  Name: Type.String({ maxLength: maxNameLength }),
  Description: Type.Optional(Type.String({ maxLength: maxDescriptionLength })),
}

/** What a replacement brings beside the record's own fields. */
export function replacementParts<Fields extends Record<string, TSchema>>(fields: Fields) {
  return Type.Object({
    Id: Type.Integer({ minimum: 1 }),
    UpdatedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'The `updatedAt` that was edited; another one now is 409 `StaleRecord`',
      }),
    ),
    ...fields,
  })
}
