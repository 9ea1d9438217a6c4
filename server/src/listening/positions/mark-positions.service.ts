import type { Progress } from '@earmark/contract/positions.ts'
import type { RecordingReference } from '@earmark/contract/recordings.ts'
import { failOn, MissingRowError } from '../../db/engine/database-errors.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import type { Keeper } from '../../http/input/device.ts'
import { findRecordingIds } from '../../catalogue/recordings/recordings.queries.ts'
import { addressOf } from '../../catalogue/recordings/recordings.ts'
import * as marks from './mark-positions.queries.ts'
import { progressByRecording } from './position-lists.queries.ts'
import { progressView } from './position-views.ts'
import { lockForgotten } from './save-position.queries.ts'

export type Outcome = 'finished' | 'unplayed'

type MarkingFailure = FailureOf<'InvalidBody' | 'UnknownItem' | 'Unauthorized'>

const notItems = 'Name of each either an audio book, or an episode together with its podcast.'

/**
 * Marks all these recordings as finished or unplayed, or none, each as a new version of its position.
 *
 * @returns the positions of those that have one, in the order of `items`, doubled ones once
 */
export async function markPositions(
  { db, clock }: Pick<MediaDeps, 'db' | 'clock'>,
  keeper: Keeper,
  { items, outcome }: { readonly items: readonly RecordingReference[]; readonly outcome: Outcome },
  failure: MarkingFailure,
): Promise<Progress[]> {
  const addresses = items.map((item) => {
    const address = addressOf(item)
    if (!address) throw failure('InvalidBody', { description: notItems })
    return address
  })
  const marking = db.connection.transaction().execute(async (connection) => {
    const transaction = { connection, dialect: db.dialect }
    const forgotten = await lockForgotten(connection, keeper.userId)
    if (forgotten === undefined) throw failure('Unauthorized')
    const found = new Set(await findRecordingIds(transaction, keeper.userId, addresses))
    const ids = [...found].filter((id) => id !== null)
    if (ids.length < found.size) throw failure('UnknownItem')
    const now = clock()
    if (outcome === 'finished') await marks.finish(transaction, keeper, ids, { version: forgotten + 1, now })
    else await marks.unfinish(transaction, keeper, ids, now)
    const progress = await progressByRecording(transaction, keeper.userId, ids)
    return ids.flatMap((id) => progress.get(id) ?? []).map(progressView)
  })
  // A missing row is a recording that was deleted meanwhile.
  return await marking.catch(failOn(MissingRowError, () => failure('UnknownItem')))
}
