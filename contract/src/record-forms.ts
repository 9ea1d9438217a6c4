import { maxDescriptionLength, maxNameLength } from './limits.ts'
import Type, { type Static, type TSchema } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { Id, invalidAs, Nullable, refusedAs } from './fields.ts'

/**
 * The forms by which records with files are written: `multipart/form-data` (RFC 7578), field names in PascalCase,
 * matched without case. The server reads forms by these schemas; what is wrong with several fields is answered in their
 * order. Absent, empty and blank mean the same, but where a schema allows null or is a list: there a replacement keeps what
 * is absent and clears what is empty or blank. A list of texts repeats its field; a list of objects is JSON in one field.
 */

/** Bytes with a type; in a browser a `File` or `Blob`. */
export interface FormFile {
  readonly size: number
  readonly type: string
}

/** The texts of an endpoint's form as the server reads them, by the names of the record. */
export type FormTexts<E extends Endpoint> = E['schema'] extends {
  readonly form: infer Schema extends TSchema
}
  ? TextsOf<Static<Schema>>
  : never

type TextsOf<Form> = {
  readonly [Name in keyof Form as Form[Name] extends FormFile | readonly FormFile[] | undefined
    ? never
    : Uncapitalize<Name & string>]: Form[Name]
}

export const maxIsbnLength = 20
export const maxSeriesOfBook = 20
export const maxLinkLength = 2_000

const file = (description: string) =>
  Type.Optional(Type.Unsafe<FormFile>({ type: 'string', format: 'binary', description }))
const kept = (what: string) =>
  Type.Optional(
    Type.String({
      maxLength: 2_000,
      pattern: '^[^\\u0000]*$',
      description: `The record's present ${what}, to keep it; absent, it is cleared`,
    }),
  )
const unkept = Type.Optional(
  invalidAs(
    'UnknownMedia',
    Type.String({ maxLength: 0, description: 'Empty: a new record has no file that could be kept' }),
  ),
)

export const newCover = { CoverImageUrl: unkept, CoverImagePreviewUrl: unkept }
export const newAudio = { AudioUrl: unkept }
export const keptCover = {
  CoverImageUrl: kept('coverImageUrl'),
  CoverImagePreviewUrl: kept('coverImagePreviewUrl'),
}
export const keptAudio = { AudioUrl: kept('audioUrl') }

export const maxTracks = 2_000

/** Files and addresses are the tracks in the order of the form. */
export const keptTracks = {
  AudioUrl: Type.Optional(
    Type.Array(Type.String({ maxLength: 2_000, pattern: '^[^\\u0000]*$' }), {
      maxItems: maxTracks,
      description:
        'The addresses of present tracks, to keep them; absent, they are cleared. The record’s own, alone, keeps all of them',
    }),
  ),
  AddsAudio: Type.Optional(
    Type.Boolean({
      description:
        'Whether new files stand beside the tracks of the record’s own address; absent, they replace them',
    }),
  ),
}

/** Of a creator; it came later than covers, so that a replacement that does not name it keeps it. */
export const newImage = { ImageUrl: unkept }
export const keptImage = {
  ImageUrl: clearable(
    Type.String({
      maxLength: 2_000,
      pattern: '^[^\\u0000]*$',
      description: 'The present `imageUrl`, or empty to clear the image',
    }),
  ),
}

/** Files that a field accepts. By their bytes the server decides; types and extensions only tell what to offer. */
export interface FileFormats {
  /** For people. */
  readonly names: string
  /** Media types that browsers declare. */
  readonly types: RegExp
  /** Lower-case extensions of file names; browsers do not know the media types of all. */
  readonly extensions: readonly string[]
}

export const imageFormats: FileFormats = {
  names: 'JPEG, PNG, WebP, AVIF or GIF',
  types: /^image\/(jpeg|png|webp|avif|gif)$/,
  extensions: ['jpg', 'jpeg', 'png', 'webp', 'avif', 'gif'],
}

export const audioFormats: FileFormats = {
  names: 'MP3, M4A, M4B, AAC, Ogg, Opus, FLAC, WAV or WebM',
  types: /^audio\//,
  extensions: ['mp3', 'm4a', 'm4b', 'mp4', 'aac', 'ogg', 'oga', 'opus', 'flac', 'wav', 'webm'],
}

export const coverFiles = {
  CoverImage: file(imageFormats.names),
  CoverImagePreview: file('As CoverImage; made from the cover when there is none'),
}
export const audioFile = {
  Audio: file(audioFormats.names),
}
export const audioFiles = {
  Audio: Type.Optional(
    Type.Unsafe<FormFile | readonly FormFile[]>({
      type: 'array',
      items: { type: 'string', format: 'binary', description: audioFormats.names },
      maxItems: maxTracks,
      description: 'The files of the recording, in their order',
    }),
  ),
}
export const imageFile = { Image: file(imageFormats.names) }

// Line breaks and tabs are what people type.
const descriptionText = Type.String({
  maxLength: maxDescriptionLength,
  pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$',
})

export const textParts = {
  Name: refusedAs(
    'NameRequired',
    Type.String({ maxLength: maxNameLength, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' }),
  ),
  Description: Type.Optional(descriptionText),
}

/** The texts of what groups records: series and collections; in JSON. */
export const groupTexts = {
  name: textParts.Name,
  description: Type.Optional(Nullable(descriptionText)),
}

/** A part that a replacement may leave as it is, by its absence, or clear, by an empty one. */
export function clearable<T extends TSchema & { type: string }>(schema: T) {
  return Type.Optional(Nullable(schema))
}

/** A text of one line. */
export function lineOf(maxLength: number) {
  return Type.String({ maxLength, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' })
}

export function clearableChoice<const Choice extends string>(choices: readonly Choice[]) {
  return Type.Optional(Type.Unsafe<Choice | null>({ type: ['string', 'null'], enum: [...choices, null] }))
}

export const maxGenreLength = 100
export const maxGenres = 50

/** A genre or category. `.` and `..` are refused: clients resolve them in the addresses of genres (RFC 3986, 5.2.4). */
export const GenreName = Type.String({
  maxLength: maxGenreLength,
  pattern: '^(?!\\s*\\.{1,2}\\s*$)[^\\u0000-\\u001f\\u007f-\\u009f]*$',
})

/** Trimmed, each once, without blank ones. */
export const genreList = Type.Optional(Type.Array(GenreName, { maxItems: maxGenres, uniqueItems: true }))

export const browsedParts = {
  Language: Type.Optional(
    invalidAs(
      'LanguageInvalid',
      Nullable(
        Type.String({
          maxLength: 100,
          format: 'language',
          description: 'BCP 47; kept in its canonical form',
        }),
      ),
    ),
  ),
  IsExplicit: clearable(Type.Boolean()),
}

/** Of a new record. */
export const newPublishing = {
  Draft: Type.Optional(
    Type.Unsafe<'true' | 'false'>({
      type: 'string',
      enum: ['true', 'false'],
      description: 'Whether it is a draft, which is not public until it is published',
    }),
  ),
}

/** An id that has to be the one of the address. */
export const SameId = invalidAs('IdMismatch', Id)

/** The fields of a replacement: the record's own, its id and the version that was edited. */
export function replacementForm<Fields extends Record<string, TSchema>>(fields: Fields) {
  return Type.Object({
    Id: refusedAs('IdMismatch', SameId),
    UpdatedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'The `updatedAt` that was edited; another one now is 409 `StaleRecord`',
      }),
    ),
    ...fields,
  })
}
