import Type from 'typebox'
import { CreatorDetail } from './creators.ts'
import type { Endpoint } from './endpoint.ts'
import { BaseUpdatedAt, Id, IdParams, NoContent, refusedAs, ShortText } from './fields.ts'
import { clearable, imageFile, keptImage, maxLinkLength, newImage, replacementForm } from './record-forms.ts'

/** Apart from the reads, which every listener's browser loads. */

const tags = ['Creators']

/** Characters of a creator's text, and addresses that lead on from it. */
export const maxBiographyLength = 20_000
export const maxLinks = 20

const Biography = Type.String({
  maxLength: maxBiographyLength,
  pattern: '^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$',
})
const Link = Type.String({ maxLength: maxLinkLength, format: 'uri' })
const Nickname = refusedAs('NicknameRequired', ShortText)

const creatorFields = {
  nickname: Nickname,
  name: clearable(ShortText),
  surname: clearable(ShortText),
  biography: clearable(Biography),
  links: clearable(Type.Array(Link, { maxItems: maxLinks })),
  sortName: clearable(ShortText),
}

const creatorParts = {
  Nickname,
  Name: Type.Optional(ShortText),
  Surname: Type.Optional(ShortText),
  Biography: clearable(Biography),
  Links: Type.Optional(Type.Array(Link, { maxItems: maxLinks })),
  SortName: clearable(ShortText),
}

export const createCreator = {
  method: 'POST',
  url: '/creators',
  schema: {
    operationId: 'createCreator',
    summary: 'Add a creator',
    tags,
    errors: ['NicknameRequired', 'UnknownMedia'],
    body: Type.Object(creatorFields),
    form: Type.Object({ ...creatorParts, ...newImage, ...imageFile }),
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
      imageUrl: keptImage.ImageUrl,
      baseUpdatedAt: Type.Optional(BaseUpdatedAt),
      updatedAt: Type.Optional(Type.String({ format: 'date-time', description: 'As `baseUpdatedAt`' })),
    }),
    form: replacementForm({
      BaseUpdatedAt: Type.Optional(Type.String({ format: 'date-time', description: 'As `UpdatedAt`' })),
      ...creatorParts,
      ...keptImage,
      ...imageFile,
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
