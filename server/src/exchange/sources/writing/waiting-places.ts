import type { Connection } from '../../../db/engine/dialect.ts'
import { askForJob } from '../../../jobs/jobs.queries.ts'

export const waitingPlacesJob = 'waiting places'

/** In the transaction that brings episodes: apps may have played them before. */
export async function queueWaitingPlaces(
  connection: Connection,
  sourceId: number,
  now: number,
): Promise<void> {
  await askForJob(
    connection,
    { kind: waitingPlacesJob, subject: String(sourceId), payload: { sourceId } },
    now,
  )
}
