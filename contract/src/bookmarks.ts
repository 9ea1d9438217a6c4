import { maxBookmarks } from './limits.ts'
import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { ErrorItem } from './errors.ts'
import {
  ChangeFields,
  Id,
  IdParams,
  invalidAs,
  NoContent,
  Nullable,
  NullableText,
  PreviewFields,
  Seconds,
  Version,
} from './fields.ts'
import { PagedQuerystring, PagedResult } from './paging.ts'
import { RecordingReference } from './recordings.ts'

/** Characters (code points) of a note. */
export const maxNoteLength = 4000

const NamedRecord = Type.Object({ id: Id, name: Type.String() })
const BookmarkedRecord = Type.Object({ ...NamedRecord.properties, ...PreviewFields })
export type BookmarkedRecord = Static<typeof BookmarkedRecord>

const ClientId = Type.String({
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
  description: 'A UUID of the client’s own, by which a repeated request is known',
})

/** A moment of a recording that an account has marked; with an end it is a clip. */
export const Bookmark = Type.Object({
  id: Id,
  clientId: ClientId,
  audioBook: Nullable(BookmarkedRecord),
  podcast: Nullable(BookmarkedRecord),
  podcastEpisode: Nullable(BookmarkedRecord),
  startSeconds: Seconds,
  endSeconds: Nullable(Seconds),
  note: Type.String(),
  chapterTitle: NullableText,
  ...ChangeFields,
  version: Version,
})
export type Bookmark = Static<typeof Bookmark>

const MarkedSeconds = invalidAs('BookmarkInvalid', Type.Number({ minimum: 0, maximum: 1e9 }))
const MarkedEnd = invalidAs(
  'BookmarkInvalid',
  Nullable(Type.Number({ minimum: 0, maximum: 1e9, description: 'Of a clip' })),
)
const Note = invalidAs('BookmarkInvalid', Type.String({ maxLength: maxNoteLength, pattern: '^[^\\u0000]*$' }))

export const NewBookmark = Type.Object({
  ...RecordingReference.properties,
  clientId: Type.Optional(ClientId),
  startSeconds: MarkedSeconds,
  endSeconds: Type.Optional(MarkedEnd),
  note: Type.Optional(Note),
})
export type NewBookmark = Static<typeof NewBookmark>

export const BookmarkChange = Type.Object({
  startSeconds: MarkedSeconds,
  endSeconds: Type.Optional(MarkedEnd),
  note: Note,
  baseVersion: Version,
})
export type BookmarkChange = Static<typeof BookmarkChange>

/** The bookmarks of a recording as an export has them. */
const BookmarkedRecording = Type.Object({
  audioBook: Nullable(NamedRecord),
  podcast: Nullable(NamedRecord),
  podcastEpisode: Nullable(NamedRecord),
  link: Type.String(),
  bookmarks: Type.Array(
    Type.Object({
      id: Id,
      startSeconds: Seconds,
      endSeconds: Nullable(Seconds),
      chapterTitle: NullableText,
      note: Type.String(),
      link: Type.String(),
      ...ChangeFields,
    }),
  ),
})

/** The refusal of a change that does not follow the present version. */
export const StaleBookmark = Type.Object({ ...ErrorItem.properties, current: Bookmark })
export type StaleBookmark = Static<typeof StaleBookmark>

export const bookmarkSortFields = ['id', 'startSeconds', 'recording'] as const
export type BookmarkSortField = (typeof bookmarkSortFields)[number]

const BookmarkFilters = Type.Partial(Type.Object({ audioBookId: Id, podcastId: Id, podcastEpisodeId: Id }))

export const exportFormats = ['markdown', 'csv', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

const tags = ['Bookmarks']

const whatIsInvalid =
  '`BookmarkInvalid` are times past the end of the recording, an end that is not after the start, and longer notes.'

export const pageBookmarks = {
  method: 'GET',
  url: '/bookmarks/me',
  schema: {
    operationId: 'pageBookmarks',
    summary: 'A page of the own bookmarks, of all recordings or of one',
    tags,
    description:
      'A recording is named by `audioBookId`, or by `podcastId` together with `podcastEpisodeId`. `search` finds words of notes, names and titles of chapters. `sortBy=recording` keeps the bookmarks of a recording together, in order of time; the recordings are in the order of their last bookmarks.',
    querystring: PagedQuerystring(bookmarkSortFields, BookmarkFilters),
    response: { 200: PagedResult(Bookmark, bookmarkSortFields, BookmarkFilters) },
  },
} as const satisfies Endpoint

export const addBookmark = {
  method: 'POST',
  url: '/bookmarks/me',
  schema: {
    operationId: 'addBookmark',
    summary:
      'Mark a moment of a recording, or a clip of it; one that has the same `clientId` is answered with 200',
    tags,
    description: `Either \`audioBookId\`, or \`podcastId\` together with \`podcastEpisodeId\`. ${whatIsInvalid} An account has at most ${maxBookmarks} (\`TooManyBookmarks\`).`,
    errors: ['UnknownItem', 'BookmarkInvalid', 'TooManyBookmarks'],
    body: NewBookmark,
    response: { 200: Bookmark, 201: Bookmark },
  },
} as const satisfies Endpoint

export const changeBookmark = {
  method: 'PUT',
  url: '/bookmarks/me/:id',
  schema: {
    operationId: 'changeBookmark',
    summary: 'Change the times and the note of an own bookmark',
    tags,
    description: `${whatIsInvalid} \`StaleBookmark\` (409) comes with the \`current\` one; the same request again after a lost answer is not stale.`,
    errors: ['NotFound', 'BookmarkInvalid', 'StaleBookmark'],
    params: IdParams,
    body: BookmarkChange,
    response: { 200: Bookmark, 409: Type.Array(StaleBookmark) },
  },
} as const satisfies Endpoint

export const removeBookmark = {
  method: 'DELETE',
  url: '/bookmarks/me/:id',
  schema: {
    operationId: 'removeBookmark',
    summary: 'Remove an own bookmark',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint

export const exportBookmarks = {
  method: 'GET',
  url: '/bookmarks/me/export',
  schema: {
    operationId: 'exportBookmarks',
    summary: 'The own bookmarks as a file, by recording, with links',
    tags,
    description:
      'Markdown, CSV (RFC 4180; texts that a spreadsheet would compute begin with an apostrophe) or JSON.',
    querystring: Type.Unsafe<{ format: ExportFormat } & Static<typeof BookmarkFilters>>(
      Type.Object({
        ...BookmarkFilters.properties,
        format: Type.Optional(
          Type.Unsafe<ExportFormat>({ type: 'string', enum: [...exportFormats], default: 'markdown' }),
        ),
      }),
    ),
    texts: ['text/markdown', 'text/csv'],
    response: { 200: Type.Unsafe<string>({ type: 'array', items: BookmarkedRecording }) },
  },
} as const satisfies Endpoint
