import Type, { type Static } from 'typebox'
import { Creator } from './creators.ts'
import { NullableText } from './fields.ts'

/** What creators do in audio books, podcasts and episodes, in the order in which they are listed. */
export const creditRoles = [
  'Author',
  'Reader',
  'Translator',
  'Editor',
  'Foreword',
  'Composer',
  'Producer',
  'Host',
  'Guest',
  'Voice',
] as const
export type CreditRole = (typeof creditRoles)[number]

export const CreditRole = Type.Unsafe<CreditRole>({ type: 'string', enum: [...creditRoles] })

/** A creator's part in a record; `as` is the name or figure: "the Keeper". */
export const Credit = Type.Object({ creator: Creator, role: CreditRole, as: NullableText })
export type Credit = Static<typeof Credit>
