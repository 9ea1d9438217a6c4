import { requestPath } from '@earmark/contract/endpoint.ts'
import { getQueue, type NewQueue, type Queue, saveQueue, type StaleQueue } from '@earmark/contract/queues.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { firstData } from '../../../lib/first-data.ts'
import { headersFor } from '../../../lib/request.ts'
import { readStored } from '../../../lib/browser-storage.ts'

/** Null where none has been saved. */
export async function fetchQueue(): Promise<Queue | null> {
  return (await call(getQueue, { querystring: { optional: true } })) ?? null
}

/** What was saved, or what is there instead. */
export async function putQueue(body: NewQueue): Promise<{ saved: Queue } | { stale: Queue | null }> {
  try {
    return { saved: await call(saveQueue, { body }) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    const [item] = error.items as readonly StaleQueue[]
    return { stale: item?.current ?? null }
  }
}

/** Outlives the page; its answer is read by nothing. */
export function putQueueAtExit(body: NewQueue): void {
  fetch(firstData.apiRoot + requestPath(saveQueue, {}), {
    method: saveQueue.method,
    headers: headersFor(saveQueue, readStored('accessToken'), true),
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => {})
}
