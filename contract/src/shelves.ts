import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { RecordingRecords } from './recordings.ts'
import { Profile } from './users.ts'

/** The kinds of shelves, in the order of a listener's home page. */
export const shelfKinds = ['Continue', 'NextInSeries', 'NewEpisodes', 'FinishedLately'] as const
export type ShelfKind = (typeof shelfKinds)[number]

/** The most recordings on a shelf: whole rows of two, three, four, six and eight. */
export const shelfSize = 24

/** A recording on a shelf, as in a library. */
const ShelfItem = Type.Object({ user: Profile, ...RecordingRecords })
export type ShelfItem = Static<typeof ShelfItem>

export const Shelf = Type.Object({
  kind: Type.Unsafe<ShelfKind>({ type: 'string', enum: [...shelfKinds] }),
  items: Type.Array(ShelfItem, { maxItems: shelfSize }),
})
export type Shelf = Static<typeof Shelf>

export const listShelves = {
  method: 'GET',
  url: '/shelves/me',
  schema: {
    operationId: 'listShelves',
    summary: 'What the own account may go on with, all four kinds, each newest first',
    tags: ['Shelves'],
    description:
      '`Continue`: begun and not finished. `NextInSeries`: of each series of which a part is finished, the first unbegun part behind the last finished one. `NewEpisodes`: of followed podcasts, public since, neither begun nor finished. `FinishedLately`: finished. Each has 24 recordings at most.',
    response: { 200: Type.Array(Shelf) },
  },
} as const satisfies Endpoint
