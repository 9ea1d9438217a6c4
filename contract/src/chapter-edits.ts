import { maxChapters, maxChapterTitleLength, minChapterSeconds } from './limits.ts'
import Type, { type Static } from 'typebox'
import { Chapters } from './chapters.ts'
import type { Endpoint } from './endpoint.ts'
import { EpisodeParams } from './episodes.ts'
import { ErrorItem } from './errors.ts'
import { BaseVersion, IdParams, Instant } from './fields.ts'

/** A chapter as an editor writes it; where it ends follows. */
export const NewChapter = Type.Object({
  startSeconds: Type.Number({ description: 'In milliseconds' }),
  title: Type.String({ description: `At most ${maxChapterTitleLength} characters` }),
})
export type NewChapter = Static<typeof NewChapter>

/** Either `chapters`, of which none are none by hand, or `source`. */
export const NewChapters = Type.Object({
  chapters: Type.Optional(Type.Array(NewChapter)),
  source: Type.Optional(
    Type.Unsafe<'Embedded'>({
      type: 'string',
      enum: ['Embedded'],
      description: 'Instead of a list: those of the sound again',
    }),
  ),
  baseVersion: BaseVersion,
})
export type NewChapters = Static<typeof NewChapters>

/** Those that an editor wrote say when; the editor's name is missing when the account is gone. */
export const SavedChapters = Type.Object({
  ...Chapters.properties,
  savedAt: Type.Optional(Instant),
  savedBy: Type.Optional(Type.String()),
})
export type SavedChapters = Static<typeof SavedChapters>

/** The refusal of chapters that do not follow the present ones. */
export const StaleChapters = Type.Object({ ...ErrorItem.properties, current: SavedChapters })
export type StaleChapters = Static<typeof StaleChapters>

export const proposedSources = ['Files', 'Embedded', 'Even'] as const
export type ProposedSource = (typeof proposedSources)[number]

/** Either `from` or `text`. */
export const ChaptersProposal = Type.Object({
  from: Type.Optional(
    Type.Unsafe<ProposedSource>({
      type: 'string',
      enum: [...proposedSources],
      description: '`Even`: chapters of `lengthSeconds`',
    }),
  ),
  lengthSeconds: Type.Optional(
    Type.Number({ minimum: 1, maximum: 86_400, default: 600, description: 'Absent: ten minutes' }),
  ),
  text: Type.Optional(
    Type.String({ maxLength: 1_000_000, description: 'A cue sheet, or JSON chapters of Podcasting 2.0' }),
  ),
})
export type ChaptersProposal = Static<typeof ChaptersProposal>

const bookTags = ['Audio books']
const podcastTags = ['Podcasts']

const replacing = `\`ChaptersInvalid\` are those whose beginnings do not ascend, lie past the end or are less than ${minChapterSeconds} s apart, more than ${maxChapters}, and longer titles. \`StaleChapters\` (409) comes with the \`current\` ones.`
const proposing = 'Nothing is saved. A text that is neither is `ChaptersInvalid`, with the field `text`.'

export const getEditedAudioBookChapters = {
  method: 'GET',
  url: '/edit/audio-books/:id/chapters',
  schema: {
    operationId: 'getEditedAudioBookChapters',
    summary: 'The chapters of an audio book for editors',
    tags: bookTags,
    description: 'Drafts and scheduled records, too.',
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: Chapters },
  },
} as const satisfies Endpoint

export const getEditedEpisodeChapters = {
  method: 'GET',
  url: '/edit/podcasts/:id/episodes/:episodeId/chapters',
  schema: {
    operationId: 'getEditedEpisodeChapters',
    summary: 'The chapters of an episode for editors',
    tags: podcastTags,
    description: 'Drafts and scheduled records, too.',
    errors: ['NotFound'],
    params: EpisodeParams,
    response: { 200: Chapters },
  },
} as const satisfies Endpoint

export const replaceAudioBookChapters = {
  method: 'PUT',
  url: '/audio-books/:id/chapters',
  schema: {
    operationId: 'replaceAudioBookChapters',
    summary: 'Replace the chapters of an audio book',
    tags: bookTags,
    description: replacing,
    errors: ['NotFound', 'ChaptersInvalid', 'StaleChapters'],
    params: IdParams,
    body: NewChapters,
    response: { 200: Chapters, 409: Type.Array(StaleChapters) },
  },
} as const satisfies Endpoint

export const replaceEpisodeChapters = {
  method: 'PUT',
  url: '/podcasts/:id/episodes/:episodeId/chapters',
  schema: {
    operationId: 'replaceEpisodeChapters',
    summary: 'Replace the chapters of an episode',
    tags: podcastTags,
    description: replacing,
    errors: ['NotFound', 'ChaptersInvalid', 'StaleChapters'],
    params: EpisodeParams,
    body: NewChapters,
    response: { 200: Chapters, 409: Type.Array(StaleChapters) },
  },
} as const satisfies Endpoint

export const proposeAudioBookChapters = {
  method: 'POST',
  url: '/audio-books/:id/chapters/proposals',
  schema: {
    operationId: 'proposeAudioBookChapters',
    summary: 'Propose chapters of an audio book',
    tags: bookTags,
    description: proposing,
    errors: ['NotFound', 'ChaptersInvalid'],
    params: IdParams,
    body: ChaptersProposal,
    response: { 200: Chapters },
  },
} as const satisfies Endpoint

export const proposeEpisodeChapters = {
  method: 'POST',
  url: '/podcasts/:id/episodes/:episodeId/chapters/proposals',
  schema: {
    operationId: 'proposeEpisodeChapters',
    summary: 'Propose chapters of an episode',
    tags: podcastTags,
    description: proposing,
    errors: ['NotFound', 'ChaptersInvalid'],
    params: EpisodeParams,
    body: ChaptersProposal,
    response: { 200: Chapters },
  },
} as const satisfies Endpoint
