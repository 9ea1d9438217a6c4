import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import {
  Id,
  IdParams,
  Instant,
  MediaUrl,
  NoContent,
  Nullable,
  NullableText,
  refusedAs,
  ShortText,
} from './fields.ts'
import { PagedQuerystring, PagedResult } from './paging.ts'

/** A person who has a part in audio books, podcasts or episodes, as records name it. */
export const Creator = Type.Object({
  id: Id,
  nickname: Type.String(),
  name: NullableText,
  surname: NullableText,
})
export type Creator = Static<typeof Creator>

const Count = Type.Integer({ minimum: 0 })

/** A creator in answers of its own. The counts are of the public records that it is credited in directly. */
export const CreatorDetail = Type.Object({
  ...Creator.properties,
  biography: NullableText,
  imageUrl: MediaUrl,
  imagePreviewUrl: MediaUrl,
  links: Type.Array(Type.String()),
  sortName: Nullable(Type.String({ description: 'What authors are sorted by; absent, the nickname' })),
  audioBooksCount: Count,
  podcastsCount: Count,
  updatedAt: Instant,
})
export type CreatorDetail = Static<typeof CreatorDetail>

export const creatorSortFields = ['id', 'nickname', 'name', 'surname'] as const

const tags = ['Creators']

export const listCreators = {
  method: 'GET',
  url: '/creators',
  schema: {
    operationId: 'listCreators',
    summary: 'All creators, by id',
    tags,
    response: { 200: Type.Array(CreatorDetail) },
  },
} as const satisfies Endpoint

export const pageCreators = {
  method: 'GET',
  url: '/creators/paged',
  schema: {
    operationId: 'pageCreators',
    summary: 'A page of creators',
    tags,
    querystring: PagedQuerystring(creatorSortFields),
    response: { 200: PagedResult(CreatorDetail, creatorSortFields) },
  },
} as const satisfies Endpoint

export const getCreator = {
  method: 'GET',
  url: '/creators/:id',
  schema: {
    operationId: 'getCreator',
    summary: 'One creator',
    tags,
    description: 'The id of a creator that was merged into another answers the other.',
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: CreatorDetail },
  },
} as const satisfies Endpoint

/** Characters of a creator's text, and addresses that lead on from it. */
export const maxBiographyLength = 20_000
export const maxLinks = 20

const creatorFields = {
  nickname: refusedAs('NicknameRequired', ShortText),
  name: Type.Optional(Nullable(ShortText)),
  surname: Type.Optional(Nullable(ShortText)),
  biography: Type.Optional(
    Nullable(
      Type.String({
        maxLength: maxBiographyLength,
        pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$',
      }),
    ),
  ),
  links: Type.Optional(
    Nullable(
      Type.Array(
        Type.String({ maxLength: 2_000, pattern: '^https?://[^\\s\\u0000-\\u001f\\u007f-\\u009f]+$' }),
        { maxItems: maxLinks },
      ),
    ),
  ),
  sortName: Type.Optional(Nullable(ShortText)),
}

export const createCreator = {
  method: 'POST',
  url: '/creators',
  schema: {
    operationId: 'createCreator',
    summary: 'Add a creator',
    tags,
    errors: ['NicknameRequired'],
    body: Type.Object(creatorFields),
    response: { 201: CreatorDetail },
  },
} as const satisfies Endpoint

export const updateCreator = {
  method: 'PUT',
  url: '/creators/:id',
  schema: {
    operationId: 'updateCreator',
    summary: 'Replace a creator',
    tags,
    description:
      'Biography, links, sort name and image stay as they are where they are absent, and are cleared where they are empty.',
    errors: ['NotFound', 'IdMismatch', 'NicknameRequired', 'UnknownMedia', 'StaleRecord'],
    params: IdParams,
    body: Type.Object({
      id: refusedAs('IdMismatch', Id),
      ...creatorFields,
      imageUrl: Type.Optional(
        Nullable(
          Type.String({
            maxLength: 2_000,
            description: 'The present `imageUrl`, or empty to clear the image',
          }),
        ),
      ),
      baseUpdatedAt: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'The `updatedAt` that was edited; another one now is 409 `StaleRecord`',
        }),
      ),
      updatedAt: Type.Optional(Type.String({ format: 'date-time', description: 'As `baseUpdatedAt`' })),
    }),
    response: { 200: CreatorDetail },
  },
} as const satisfies Endpoint

export const deleteCreator = {
  method: 'DELETE',
  url: '/creators/:id',
  schema: {
    operationId: 'deleteCreator',
    summary: 'Delete a creator; every record goes on without',
    tags,
    errors: ['NotFound'],
    params: IdParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint

export const mergeCreator = {
  method: 'POST',
  url: '/creators/:id/merge',
  schema: {
    operationId: 'mergeCreator',
    summary: 'Merge a creator into another',
    tags,
    description:
      'Credits become those of the other; equal ones become one. What the other lacks of texts and image it takes over.',
    errors: ['NotFound', 'IdMismatch', 'UnknownItem'],
    params: IdParams,
    body: Type.Object({ into: Id }),
    response: { 200: CreatorDetail },
  },
} as const satisfies Endpoint
