import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { ErrorItem } from './errors.ts'
import { Id, Instant, NoContent, Nullable, PreviewFields, Seconds } from './fields.ts'

export const maxQueueItems = 1000

/** A recording in a queue, with what a player's row shows of it: an audio book, or an episode of a podcast. */
export const QueueItem = Type.Object({
  audioBookId: Nullable(Id),
  podcastId: Nullable(Id),
  podcastEpisodeId: Nullable(Id),
  title: Type.String(),
  subtitle: Type.String({ description: 'An audio book’s readers, or an episode’s podcast' }),
  audioUrl: Type.String(),
  ...PreviewFields,
  durationSeconds: Nullable(Seconds),
})
export type QueueItem = Static<typeof QueueItem>

const CurrentIndex = Nullable(
  Type.Integer({
    minimum: 0,
    maximum: maxQueueItems - 1,
    description: 'The place of the item whose turn it is; null when it is none’s',
  }),
)

/** What somebody is going to listen to. Recordings that have gone or have no audio are left out. */
export const Queue = Type.Object({
  items: Type.Array(QueueItem),
  currentIndex: CurrentIndex,
  version: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  deviceName: Type.String({ description: 'Of the device that saved it, such as `Chrome on Linux`' }),
  fromThisDevice: Type.Boolean({ description: 'Whether the device that asks saved it (`X-DeviceId`)' }),
  updatedAt: Instant,
})
export type Queue = Static<typeof Queue>

/** Either `audioBookId`, or `podcastId` together with `podcastEpisodeId`. */
export const NewQueueItem = Type.Object({
  audioBookId: Type.Optional(Nullable(Id)),
  podcastId: Type.Optional(Nullable(Id)),
  podcastEpisodeId: Type.Optional(Nullable(Id)),
})
export type NewQueueItem = Static<typeof NewQueueItem>

export const NewQueue = Type.Object({
  items: Type.Array(NewQueueItem, { maxItems: maxQueueItems }),
  currentIndex: CurrentIndex,
  baseVersion: Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The version that this follows; 0 where there is no queue yet',
  }),
})
export type NewQueue = Static<typeof NewQueue>

/** What is answered to a queue that does not follow the present one: `current` is null where there is none. */
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
