import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { ErrorItem } from './errors.ts'
import { BaseVersion, MediaUrl, NoContent, Nullable, PreviewFields, SavedFields, Seconds } from './fields.ts'
import { RecordingIds, RecordingReference } from './recordings.ts'

export const maxQueueItems = 1000

/** A recording in a queue, as a row of the player shows it. */
export const QueueItem = Type.Object({
  ...RecordingIds,
  title: Type.String(),
  subtitle: Type.String({ description: 'An audio book’s readers, or an episode’s podcast' }),
  audioUrl: MediaUrl,
  tracksCount: Type.Integer({ minimum: 0 }),
  ...PreviewFields,
  durationSeconds: Nullable(Seconds),
})
export type QueueItem = Static<typeof QueueItem>

const CurrentIndex = Nullable(
  Type.Integer({
    minimum: 0,
    maximum: maxQueueItems - 1,
    description: 'The index of the present item; null when there is none',
  }),
)

/** The recordings that an account plays next; without those that were deleted or have no audio. */
export const Queue = Type.Object({
  items: Type.Array(QueueItem),
  currentIndex: CurrentIndex,
  ...SavedFields,
})
export type Queue = Static<typeof Queue>

export const NewQueue = Type.Object({
  items: Type.Array(RecordingReference, { maxItems: maxQueueItems }),
  currentIndex: CurrentIndex,
  baseVersion: BaseVersion,
})
export type NewQueue = Static<typeof NewQueue>

/** The refusal of a queue that does not follow the present one; `current` is null where there is none. */
export const StaleQueue = Type.Object({ ...ErrorItem.properties, current: Nullable(Queue) })
export type StaleQueue = Static<typeof StaleQueue>

const tags = ['Queues']

export const getQueue = {
  method: 'GET',
  url: '/queues/me',
  schema: {
    operationId: 'getQueue',
    summary: 'The own queue, as some device has saved it last',
    tags,
    description: 'It is `NotFound` when none has been saved.',
    errors: ['NotFound'],
    querystring: Type.Object({
      optional: Type.Optional(
        Type.Boolean({
          description: 'Whether 204 is answered instead of `NotFound` when none has been saved',
        }),
      ),
    }),
    response: { 200: Queue, 204: NoContent },
  },
} as const satisfies Endpoint

export const saveQueue = {
  method: 'PUT',
  url: '/queues/me',
  schema: {
    operationId: 'saveQueue',
    summary: 'Save the own queue',
    tags,
    description:
      'Each item has either `audioBookId`, or `podcastId` together with `podcastEpisodeId`. `StaleQueue` (409) comes with the `current` queue, null where there is none; the same request again after a lost answer is not stale.',
    errors: ['StaleQueue'],
    body: NewQueue,
    response: { 200: Queue, 409: Type.Array(StaleQueue) },
  },
} as const satisfies Endpoint
