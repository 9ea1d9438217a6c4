import type { Shelf, ShelfKind } from '@earmark/contract/shelves.ts'
import { listShelves, shelfKinds, shelfSize } from '@earmark/contract/shelves.ts'
import { temporaryFolder } from '../../config/config.ts'
import type { Database } from '../../db/database.ts'
import type { FailureOf } from '../../errors.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { Api } from '../../http/api.ts'
import { sendTagged } from '../../http/responses/tagged-response.ts'
import { viewerOf } from '../../http/guard/viewer.ts'
import { findAccount } from '../../people/users/users.queries.ts'
import { findRecordings } from '../../catalogue/recordings/recordings.ts'
import { listNewEpisodes } from '../follows/follows.queries.ts'
import * as shelves from './shelves.queries.ts'

const recordingsOf: Record<ShelfKind, typeof shelves.listContinued> = {
  Continue: shelves.listContinued,
  NextInSeries: shelves.listNextInSeries,
  NewEpisodes: listNewEpisodes,
  FinishedLately: shelves.listFinishedLately,
}

export function registerShelves(api: Api, { db, config }: MediaDeps): void {
  api.route({
    ...listShelves,
    config: { taggedRead: true },
    handler: async (request, reply) => {
      const { userId } = viewerOf(request)
      async function* texts(): AsyncGenerator<string, void> {
        yield reply.serialize(await readShelves(db, userId, request.failure)) as string
      }
      return await sendTagged(request, reply, texts(), temporaryFolder(config))
    },
  })
}

async function readShelves(
  db: Database,
  userId: string,
  failure: FailureOf<'Unauthorized'>,
): Promise<Shelf[]> {
  const account = await findAccount(db.connection, userId)
  // The account may have been deleted since it was admitted.
  if (!account) throw failure('Unauthorized')
  const { id, email, name } = account
  const listing = shelfKinds.map((kind) => recordingsOf[kind](db.connection, id, shelfSize))
  const lists = await Promise.all(listing)
  const recordings = await findRecordings(db, lists.flat())
  return shelfKinds.map((kind, place) => ({
    kind,
    items: (lists[place] ?? []).flatMap((recordingId) => {
      const recording = recordings.get(recordingId)
      return recording ? [{ user: { id, email, name }, ...recording }] : []
    }),
  }))
}
