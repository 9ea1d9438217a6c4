import { getQueue, type NewQueue, type Queue, saveQueue, type StaleQueue } from '@earmark/contract/queues.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { readStored } from '../../../lib/browser-storage.ts'
import { request } from '../../../lib/request.ts'

export async function fetchQueue(): Promise<Queue | null> {
  return (await call(getQueue, { querystring: { optional: true } })) ?? null
}

export async function putQueue(body: NewQueue): Promise<{ saved: Queue } | { stale: Queue | null }> {
  try {
    return { saved: await call(saveQueue, { body }) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    const [item] = error.items as readonly StaleQueue[]
    return { stale: item?.current ?? null }
  }
}

/** Outlives the page, which reads no answer. */
export function putQueueAtExit(body: NewQueue): void {
  request(saveQueue, { body }, readStored('accessToken'), { keepalive: true }).catch(() => {})
}
