import type { NewQueue, Queue } from '@earmark/contract/queues.ts'
import { failOn, MissingRowError } from '../../db/engine/database-errors.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { MediaDeps } from '../../media/storage/files/storage.ts'
import type { FailureOf } from '../../errors.ts'
import type { Keeper } from '../../http/input/device.ts'
import { findRecordingIds, listHiddenAmong } from '../../catalogue/recordings/recordings.queries.ts'
import { addressOf, findRecordings } from '../../catalogue/recordings/recordings.ts'
import { queueItemView, remainingQueue, withHidden } from './queue-items.ts'
import * as queues from './queues.queries.ts'

type QueueDeps = Pick<MediaDeps, 'db' | 'clock'>

const notAnItem = 'Each item names either an audio book, or an episode together with its podcast.'

/** Null when none has been saved. */
export async function readQueue(deps: QueueDeps, keeper: Keeper): Promise<Queue | null> {
  const row = await queues.findQueue(deps.db.connection, keeper.userId)
  return row ? await viewQueue(deps, row, keeper) : null
}

/**
 * Saves a queue that follows the present one. The same request again, after its answer was lost, is answered as the
 * first one was. The account may have been deleted since it was admitted.
 */
export async function saveQueue(
  deps: QueueDeps,
  keeper: Keeper,
  queue: NewQueue,
  failure: FailureOf<'InvalidBody' | 'StaleQueue' | 'Unauthorized'>,
): Promise<Queue> {
  const { deviceId, deviceName } = keeper
  const { items, currentIndex } = queue
  const addresses = items.map((item) => addressOf(item)).filter((address) => address !== null)
  if (addresses.length < items.length)
    throw failure('InvalidBody', { description: notAnItem, field: 'items' })
  if (currentIndex !== null && currentIndex >= items.length)
    throw failure('InvalidBody', { description: 'There is no such item.', field: 'currentIndex' })
  const known = remainingQueue(await findRecordingIds(deps.db, keeper.userId, addresses), currentIndex)
  const change = {
    base_version: queue.baseVersion,
    device_id: deviceId,
    device_name: deviceName,
    updated_at: deps.clock(),
  }
  const done = deps.db.groupCommit((transaction) => save(deps, transaction, keeper.userId, known, change))
  const { isSaved, current } = await done.catch(failOn(MissingRowError, () => failure('Unauthorized')))
  const view = current && (await viewQueue(deps, current, keeper))
  if (!isSaved || !view) throw failure('StaleQueue', { current: view })
  return view
}

type Known = ReturnType<typeof remainingQueue<number>>

async function save(
  { db: { dialect } }: QueueDeps,
  transaction: Connection,
  userId: string,
  known: Known,
  saving: Omit<queues.QueueChange, 'items' | 'current_index'>,
) {
  const present = saving.base_version === 0 ? undefined : await queues.findQueue(transaction, userId)
  const former = present ? (JSON.parse(present.items) as number[]) : []
  const hidden = new Set(await listHiddenAmong({ connection: transaction, dialect }, former))
  const { items, currentIndex } = withHidden(known, former, hidden)
  const change = { ...saving, items: JSON.stringify(items), current_index: currentIndex }
  const write = change.base_version === 0 ? queues.insertQueue : queues.updateQueue
  const saved = await write(transaction, userId, change)
  if (saved) return { isSaved: true, current: saved }
  const current = (await queues.findQueue(transaction, userId)) ?? null
  return { isSaved: current !== null && isWhatWasSaved(current, change), current }
}

/** Whether the change is a repetition of the one that made the present state. */
function isWhatWasSaved(current: queues.QueueRow, change: queues.QueueChange): boolean {
  return (
    change.device_id !== null &&
    current.device_id === change.device_id &&
    current.base_version === change.base_version &&
    current.items === change.items &&
    current.current_index === change.current_index
  )
}

async function viewQueue(
  { db }: QueueDeps,
  row: queues.QueueRow,
  { deviceId }: Pick<Keeper, 'deviceId'>,
): Promise<Queue> {
  const ids = JSON.parse(row.items) as number[]
  const recordings = await findRecordings(db, ids)
  const items = ids.map((id) => {
    const recording = recordings.get(id)
    return recording ? queueItemView(recording) : null
  })
  return {
    ...remainingQueue(items, row.current_index),
    version: row.version,
    deviceName: row.device_name,
    fromThisDevice: deviceId !== null && row.device_id === deviceId,
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}
