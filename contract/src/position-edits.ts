import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { ErrorItem } from './errors.ts'
import { BaseVersion, IdParams, maxPlaybackRate, minPlaybackRate, NoContent, Nullable } from './fields.ts'
import { maxItemsAtOnce } from './library.ts'
import { Position, Progress } from './positions.ts'
import { RecordingReference } from './recordings.ts'

export const NewPosition = Type.Object({
  positionSeconds: Type.Number({
    minimum: 0,
    maximum: 1e9,
    description: 'Past the end of the recording it counts as the end',
  }),
  baseVersion: BaseVersion,
  finished: Type.Optional(
    Type.Unsafe<boolean | null>({
      anyOf: [{ type: ['boolean', 'null'] }, { const: '' }],
      description: 'Absent: whether this is the end of the recording (its last second)',
    }),
  ),
  playbackRate: Type.Optional(
    Type.Unsafe<number | null>({
      anyOf: [
        { type: ['number', 'null'], minimum: minPlaybackRate, maximum: maxPlaybackRate },
        { const: '' },
      ],
      description: 'In hundredths. Absent: as before, 1 at first',
    }),
  ),
})
export type NewPosition = Static<typeof NewPosition>

/** The refusal of a position that does not follow the present one; `current` is null where there is none. */
export const StalePosition = Type.Object({ ...ErrorItem.properties, current: Nullable(Position) })
export type StalePosition = Static<typeof StalePosition>

const tags = ['Positions']

const whenSaved =
  'The server decides versions, lengths and times. `StalePosition` (409) comes with the `current` position, null where there is none; the same request again after a lost answer is not stale.'

export const saveAudioBookPosition = {
  method: 'PUT',
  url: '/positions/me/audio-books/:id',
  schema: {
    operationId: 'saveAudioBookPosition',
    summary: 'Save the own position in an audio book',
    tags,
    description: whenSaved,
    errors: ['NotFound', 'StalePosition'],
    params: IdParams,
    body: NewPosition,
    response: { 200: Position, 409: Type.Array(StalePosition) },
  },
} as const satisfies Endpoint

export const saveEpisodePosition = {
  method: 'PUT',
  url: '/positions/me/episodes/:id',
  schema: {
    operationId: 'saveEpisodePosition',
    summary: 'Save the own position in an episode',
    tags,
    description: whenSaved,
    errors: ['NotFound', 'StalePosition'],
    params: IdParams,
    body: NewPosition,
    response: { 200: Position, 409: Type.Array(StalePosition) },
  },
} as const satisfies Endpoint

export const forgetAudioBookPosition = {
  method: 'DELETE',
  url: '/positions/me/audio-books/:id',
  schema: {
    operationId: 'forgetAudioBookPosition',
    summary: 'Forget the own position in an audio book and its history, if there is one',
    tags,
    params: IdParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint

export const forgetEpisodePosition = {
  method: 'DELETE',
  url: '/positions/me/episodes/:id',
  schema: {
    operationId: 'forgetEpisodePosition',
    summary: 'Forget the own position in an episode and its history, if there is one',
    tags,
    params: IdParams,
    response: { 204: NoContent },
  },
} as const satisfies Endpoint

const FinishedItems = Type.Object({
  items: Type.Array(RecordingReference, { minItems: 1, maxItems: maxItemsAtOnce }),
})

const whenFinished =
  'All or none; an episode of another podcast is `UnknownItem`. The place before stays in the history. Answers the positions of those that have one, in the order of the request, doubled ones once.'

export const finishPositions = {
  method: 'POST',
  url: '/positions/me/finish',
  schema: {
    operationId: 'finishPositions',
    summary: 'Mark recordings as finished: their positions are at the end; finished ones stay as they are',
    tags,
    description: whenFinished,
    errors: ['UnknownItem'],
    body: FinishedItems,
    response: { 200: Type.Array(Progress) },
  },
} as const satisfies Endpoint

export const unfinishPositions = {
  method: 'POST',
  url: '/positions/me/unfinish',
  schema: {
    operationId: 'unfinishPositions',
    summary:
      'Mark recordings as unplayed: their positions are at the beginning; unplayed ones stay as they are',
    tags,
    description: whenFinished,
    errors: ['UnknownItem'],
    body: FinishedItems,
    response: { 200: Type.Array(Progress) },
  },
} as const satisfies Endpoint
