import type { MediaDeps } from '../../media/storage/files/storage.ts'
import { listDueRecords } from './publishing.queries.ts'
import { publishDueRecord } from './publishing.service.ts'

type PublishingDeps = Pick<MediaDeps, 'config' | 'db' | 'changes' | 'clock' | 'log'>

/** Between two looks for what is due; a record is public 10 s after its time at the latest. */
const intervalMs = 3_000

/** Publishes scheduled records whose time has come, each in a transaction of its own. */
export async function publishDue(deps: PublishingDeps): Promise<void> {
  for (const record of await listDueRecords(deps.db.connection, deps.clock())) {
    try {
      await publishDueRecord(deps, record)
    } catch (error) {
      // The others must not wait for it.
      deps.log.warn({ err: error, record }, 'publishing a scheduled record')
    }
  }
}

/**
 * Looks on every node: an index tells what is due, and the update of a record settles which node publishes it. The
 * returned function ends it, after the look in progress.
 */
export function publishOnTime(deps: PublishingDeps): () => Promise<void> {
  let looking: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isEnded = false
  const look = () => {
    looking = publishDue(deps)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'looking for scheduled records'))
      .finally(() => {
        if (!isEnded) timer = setTimeout(look, intervalMs).unref()
      })
  }
  look()
  return async () => {
    isEnded = true
    clearTimeout(timer)
    await looking
  }
}
