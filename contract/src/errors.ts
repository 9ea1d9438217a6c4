import Type, { type Static } from 'typebox'

export type { ErrorCode } from './error-codes.ts'

export const ErrorItem = Type.Object({
  code: Type.String({ description: 'A stable code in PascalCase' }),
  description: Type.String({ description: 'A sentence for people' }),
  field: Type.Optional(Type.String({ description: 'The one input to blame, camelCase' })),
  current: Type.Optional(
    Type.Unsafe<object | null>({
      type: ['object', 'null'],
      description:
        'With `StalePosition`, `StaleQueue`, `StaleChapters` and `StaleBookmark`: what there is instead; null when there is nothing',
    }),
  ),
})
export type ErrorItem = Static<typeof ErrorItem>

/** The body of every answer with a status of 400 or more. */
export const ErrorList = Type.Array(ErrorItem, { minItems: 1 })
export type ErrorList = Static<typeof ErrorList>
