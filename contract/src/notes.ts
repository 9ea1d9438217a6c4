import Type, { type Static } from 'typebox'

/** Notes of an episode or a podcast: a tree of blocks and runs instead of markup, so that nothing has to be sanitised. */

export const noteKinds = ['p', 'h', 'li', 'quote'] as const
export const noteMarks = ['strong', 'em', 'code'] as const

/** UTF-8 bytes of all texts, and blocks, of one tree. */
export const maxNotesBytes = 64 * 1024
export const maxNoteBlocks = 2_000

export const NoteRun = Type.Object({
  text: Type.String(),
  mark: Type.Optional(Type.Unsafe<(typeof noteMarks)[number]>({ type: 'string', enum: [...noteMarks] })),
  href: Type.Optional(
    Type.String({ description: 'Absolute: http, https or mailto, without user and password' }),
  ),
})
export type NoteRun = Static<typeof NoteRun>

export const NoteBlock = Type.Object({
  kind: Type.Unsafe<(typeof noteKinds)[number]>({
    type: 'string',
    enum: [...noteKinds],
    description: 'Paragraph, heading, item of a list, quotation',
  }),
  runs: Type.Array(NoteRun, { description: 'A line feed in a text is a break of the line' }),
})
export type NoteBlock = Static<typeof NoteBlock>

export const Notes = Type.Array(NoteBlock)
export type Notes = Static<typeof Notes>
