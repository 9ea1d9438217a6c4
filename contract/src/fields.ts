import { maxShortTextLength } from './limits.ts'
import Type, { type Static, type TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'

/** The fields that several records share. */

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** A value or null: optional fields are always present in answers. */
export function Nullable<T extends TSchema & { type: string }>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] })
}

/** A name or the like: one line. */
export const ShortText = Type.String({
  maxLength: maxShortTextLength,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
})

/** A field of a request that is refused with a code of its own when it is missing; wrong types are `InvalidBody`. */
export function refusedAs<T extends TSchema>(code: ErrorCode, schema: T): T {
  return { ...schema, 'x-code': code }
}

/** A field of a request whose wrong values are refused with a code of their own instead of `InvalidBody`. */
export function invalidAs<T extends TSchema>(code: ErrorCode, schema: T): T {
  return { ...schema, 'x-invalid-code': code }
}

export const NullableText = Nullable(Type.String())

/** An instant, ISO 8601 in UTC with milliseconds. */
export const Instant = Type.String({ format: 'date-time' })

/** Of a change that is refused where somebody else has made another one meanwhile. */
export const BaseUpdatedAt = {
  ...Instant,
  description: 'The `updatedAt` that was edited; another one now is 409 `StaleRecord`',
} as typeof Instant

export const Language = Nullable(Type.String({ description: 'BCP 47, canonical' }))

/** A length of time in seconds; may have decimals. */
export const Seconds = Type.Number({ minimum: 0 })

/** Of a recording; 0 where it has none. */
export const ChaptersCount = Type.Integer({ minimum: 0 })

/** Bounds of the playback rate, as a multiple of the recording's own speed. */
export const minPlaybackRate = 0.5
export const maxPlaybackRate = 3.5

/** An address of a public, immutable media file. */
export const MediaUrl = Nullable(
  Type.String({ description: 'Path or absolute URL of a public, immutable file' }),
)

export const IdParams = Type.Object({ id: Id })

const Pixels = Nullable(Type.Integer({ minimum: 1, description: 'Pixels, of the stored cover' }))

/** The cover of a record in a list: its preview, its shape and its placeholder. */
export const PreviewFields = {
  coverImagePreviewUrl: MediaUrl,
  coverColor: Nullable(Type.String({ description: 'The cover’s dominant colour, `#rrggbb`' })),
  coverPlaceholder: Nullable(Type.String({ description: 'A ThumbHash of the cover, base64' })),
  coverWidth: Pixels,
  coverHeight: Pixels,
}

/** The cover of a record. */
export const CoverFields = { coverImageUrl: MediaUrl, ...PreviewFields }

export const ChangeFields = { createdAt: Instant, updatedAt: Instant }

const CoverSchema = Type.Object(CoverFields)
export type Cover = Static<typeof CoverSchema>

const PreviewSchema = Type.Object(PreviewFields)
export type CoverPreview = Static<typeof PreviewSchema>

/** A cover without its pictures: placeholder, colour and shape. */
export type CoverLooks = Omit<CoverPreview, 'coverImagePreviewUrl'>

/** Versions count the changes of a position or queue; the server alone makes them. */
export const Version = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

export const BaseVersion = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The version that this follows; 0 where there is none yet',
})

/** The last change of a position or queue. */
export const SavedFields = {
  version: Version,
  deviceName: Type.String({ description: 'Of the device that saved it, such as `Chrome on Linux`' }),
  fromThisDevice: Type.Boolean({ description: 'Whether the device that asks saved it (`X-DeviceId`)' }),
  updatedAt: Instant,
}

/** The body of an answer without one (204). */
export const NoContent = Type.Null({ description: 'No content' })
