import { maxCredits } from './limits.ts'
import Type, { type Static } from 'typebox'
import { NewCredit } from './credit-edits.ts'
import type { Endpoint } from './endpoint.ts'
import { ErrorItem } from './errors.ts'
import { Id, Nullable } from './fields.ts'
import { GenreName, lineOf, maxGenreLength, maxGenres } from './record-forms.ts'

const maxBulkRecords = 500

const bulkKinds = ['AudioBook', 'Podcast', 'Episode'] as const
export type BulkKind = (typeof bulkKinds)[number]

const flag = (description: string) => Type.Optional(Type.Boolean({ description }))
const genres = (name: typeof GenreName, description: string) =>
  Type.Optional(Type.Array(name, { maxItems: maxGenres, description }))

const BulkChanges = Type.Object(
  {
    addGenres: genres(GenreName, 'Behind those that there are; of podcasts the categories'),
    removeGenres: genres(lineOf(maxGenreLength), 'Before any is added'),
    language: Type.Optional(
      Nullable(Type.String({ maxLength: 100, description: 'BCP 47; empty or null clears it' })),
    ),
    addCredits: Type.Optional(
      Type.Array(NewCredit, { maxItems: maxCredits, description: 'Behind those that there are, each once' }),
    ),
    seriesId: Type.Optional(
      Type.Integer({
        ...Id,
        description: 'One more series of audio books, in which they have no sequence yet',
      }),
    ),
    publish: flag('Now'),
    unpublish: flag('Not together with `publish`'),
    delete: flag('Not together with any other change'),
  },
  { additionalProperties: false },
)
export type BulkChanges = Static<typeof BulkChanges>

export const BulkResult = Type.Object({
  id: Id,
  done: Type.Boolean(),
  error: Type.Optional(ErrorItem),
})
export type BulkResult = Static<typeof BulkResult>

export const editInBulk = {
  method: 'POST',
  url: '/edit/bulk',
  schema: {
    operationId: 'editInBulk',
    summary: 'Change many records of a kind',
    tags: ['Editing'],
    description:
      'Each record changes as a whole or not at all, whatever becomes of the others; the answer says of each id, in their order and once, what became of it: `NotFound` and `UnknownItem` are of one record. Episodes have neither genres, language nor series; podcasts have no series.',
    errors: ['LanguageInvalid', 'NotFound', 'UnknownItem'],
    body: Type.Object({
      kind: Type.Unsafe<BulkKind>({ type: 'string', enum: [...bulkKinds] }),
      ids: Type.Array(Id, { minItems: 1, maxItems: maxBulkRecords }),
      changes: BulkChanges,
    }),
    response: { 200: Type.Array(BulkResult) },
  },
} as const satisfies Endpoint
