import { type Selectable, sql } from 'kysely'
import type { Connection } from '../../db/engine/dialect.ts'
import type { QueuesTable } from '../../db/schema/listening.ts'

const queueColumns = [
  'items',
  'current_index',
  'version',
  'base_version',
  'device_id',
  'device_name',
  'updated_at',
] as const

export type QueueRow = Pick<Selectable<QueuesTable>, (typeof queueColumns)[number]>

export type QueueChange = Omit<QueueRow, 'version'>

export async function findQueue(connection: Connection, userId: string): Promise<QueueRow | undefined> {
  return await connection
    .selectFrom('queues')
    .where('user_id', '=', userId)
    .select(queueColumns)
    .executeTakeFirst()
}

/** Undefined when the present version is not the one that the change follows, or there is no queue. */
export async function updateQueue(
  connection: Connection,
  userId: string,
  { updated_at: now, ...change }: QueueChange,
): Promise<QueueRow | undefined> {
  return await connection
    .updateTable('queues')
    .set({
      ...change,
      version: change.base_version + 1,
      // Times increase even after the clock was set back.
      updated_at: sql<number>`case when updated_at < ${now} then cast(${now} as bigint) else updated_at + 1 end`,
    })
    .where('user_id', '=', userId)
    .where('version', '=', change.base_version)
    .returning(queueColumns)
    .executeTakeFirst()
}

/**
 * Undefined when there is one already.
 *
 * @throws MissingRowError when the account is deleted meanwhile
 */
export async function insertQueue(
  connection: Connection,
  userId: string,
  change: QueueChange,
): Promise<QueueRow | undefined> {
  return await connection
    .insertInto('queues')
    .values({ user_id: userId, ...change, version: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .returning(queueColumns)
    .executeTakeFirst()
}
