import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import {
  IdParams,
  Instant,
  maxPlaybackRate,
  minPlaybackRate,
  Nullable,
  SavedFields,
  Seconds,
  Version,
} from './fields.ts'
import { PageFields } from './paging.ts'
import { RecordingIds, RecordingRecords } from './recordings.ts'

/** The most positions in the history of one recording. */
export const maxPositionHistory = 50

const PlaybackRate = Type.Number({ minimum: minPlaybackRate, maximum: maxPlaybackRate })

/** Where an account is in a recording. */
export const Position = Type.Object({
  positionSeconds: Seconds,
  durationSeconds: Nullable(
    Type.Number({ minimum: 0, description: 'Of the recording’s present audio; null while it has none' }),
  ),
  finished: Type.Boolean(),
  playbackRate: PlaybackRate,
  ...SavedFields,
})
export type Position = Static<typeof Position>

/** A position together with its recording. */
export const PositionEntry = Type.Object({ ...Position.properties, ...RecordingRecords })
export type PositionEntry = Static<typeof PositionEntry>

/** A position as a card shows it. */
export const Progress = Type.Object({
  ...RecordingIds,
  positionSeconds: Seconds,
  durationSeconds: Nullable(Seconds),
  version: Version,
  finished: Type.Boolean(),
  playbackRate: PlaybackRate,
  updatedAt: Instant,
})
export type Progress = Static<typeof Progress>

/** A position as it once was. */
export const PastPosition = Type.Object({
  positionSeconds: Seconds,
  version: Version,
  deviceName: Type.String(),
  updatedAt: Instant,
})
export type PastPosition = Static<typeof PastPosition>

const positionSortFields = ['updatedAt'] as const

const PositionsQuery = Type.Object({
  ...PageFields.properties,
  sortBy: Type.Unsafe<'updatedAt'>({ type: 'string', enum: [...positionSortFields], default: 'updatedAt' }),
  sortOrder: Type.Unsafe<'asc' | 'desc'>({ type: 'string', enum: ['asc', 'desc'], default: 'desc' }),
})

const tags = ['Positions']

export const pagePositions = {
  method: 'GET',
  url: '/positions/me',
  schema: {
    operationId: 'pagePositions',
    summary: 'A page of the own positions with their recordings, newest first',
    tags,
    querystring: Type.Unsafe<Static<typeof PositionsQuery> & { finished?: boolean }>(
      Type.Partial(
        Type.Object({
          ...PositionsQuery.properties,
          finished: Type.Boolean({
            description: 'Those that are finished, or those that are not; absent: all',
          }),
        }),
      ),
    ),
    response: {
      200: Type.Object({
        items: Type.Array(PositionEntry),
        totalCount: Type.Integer({ minimum: 0 }),
        pagedQuery: Type.Object({
          ...PositionsQuery.properties,
          finished: Nullable(Type.Boolean()),
        }),
      }),
    },
  },
} as const satisfies Endpoint

export const listProgress = {
  method: 'GET',
  url: '/positions/me/progress',
  schema: {
    operationId: 'listProgress',
    summary: 'All the own positions in short, newest first',
    tags,
    response: { 200: Type.Array(Progress) },
  },
} as const satisfies Endpoint

const whenUnknown = 'A recording never listened to is `NotFound`.'

export const getAudioBookPosition = {
  method: 'GET',
  url: '/positions/me/audio-books/:id',
  schema: {
    operationId: 'getAudioBookPosition',
    summary: 'The own position in an audio book',
    tags,
    description: whenUnknown,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: Position },
  },
} as const satisfies Endpoint

export const getEpisodePosition = {
  method: 'GET',
  url: '/positions/me/episodes/:id',
  schema: {
    operationId: 'getEpisodePosition',
    summary: 'The own position in an episode',
    tags,
    description: whenUnknown,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: Position },
  },
} as const satisfies Endpoint

export const listAudioBookPositions = {
  method: 'GET',
  url: '/positions/me/audio-books/:id/history',
  schema: {
    operationId: 'listAudioBookPositions',
    summary: 'The last 50 positions in an audio book, newest first',
    tags,
    description: whenUnknown,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: Type.Array(PastPosition) },
  },
} as const satisfies Endpoint

export const listEpisodePositions = {
  method: 'GET',
  url: '/positions/me/episodes/:id/history',
  schema: {
    operationId: 'listEpisodePositions',
    summary: 'The last 50 positions in an episode, newest first',
    tags,
    description: whenUnknown,
    errors: ['NotFound'],
    params: IdParams,
    response: { 200: Type.Array(PastPosition) },
  },
} as const satisfies Endpoint
