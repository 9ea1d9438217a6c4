import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { EpisodeParams } from './episodes.ts'
import { IdParams, Nullable, Seconds } from './fields.ts'

/**
 * It ends where the next one begins, or with the recording, whose end is null until its length is known; `trackNumber` is the track
 * in which it begins.
 */
export const Chapter = Type.Object({
  startSeconds: Seconds,
  endSeconds: Nullable(Seconds),
  title: Type.String(),
  trackNumber: Type.Integer({ minimum: 1 }),
})
export type Chapter = Static<typeof Chapter>

export const chapterSources = ['Hand', 'Embedded', 'Files', 'Cue', 'Json', 'Feed', 'None'] as const
export type ChapterSource = (typeof chapterSources)[number]

/** The chapters of a recording in order of time; `version` counts their changes, from 0. */
export const Chapters = Type.Object({
  version: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  source: Type.Unsafe<ChapterSource>({
    type: 'string',
    enum: [...chapterSources],
    description:
      'Where they come from: `Hand` from an editor, an empty list too; `None` where the sound has none',
  }),
  chapters: Type.Array(Chapter),
})
export type Chapters = Static<typeof Chapters>

/** The media type of JSON chapters, a form of Podcasting 2.0. */
export const jsonChaptersType = 'application/json+chapters'

const description = `With \`Accept: ${jsonChaptersType}\` they are answered as JSON chapters of Podcasting 2.0.`

export const getAudioBookChapters = {
  method: 'GET',
  url: '/audio-books/:id/chapters',
  schema: {
    operationId: 'getAudioBookChapters',
    summary: 'The chapters of an audio book',
    tags: ['Audio books'],
    description,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: Chapters },
  },
} as const satisfies Endpoint

export const getEpisodeChapters = {
  method: 'GET',
  url: '/podcasts/:id/episodes/:episodeId/chapters',
  schema: {
    operationId: 'getEpisodeChapters',
    summary: 'The chapters of an episode',
    tags: ['Podcasts'],
    description,
    errors: ['NotFound'],
    params: EpisodeParams,
    response: { 200: Chapters },
  },
} as const satisfies Endpoint
