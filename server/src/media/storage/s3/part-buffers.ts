import { BufferPool } from '../files/buffer-pool.ts'

/** Above the minimum of a part (5 MiB). */
export const partBytes = 8 * 1024 * 1024

const mostAtOnce = 4
const buffers = new BufferPool(partBytes, 1)
const waiting: (() => void)[] = []
let lent = 0

/**
 * Lends one of four buffers of `partBytes` for all uploads of the process, which bounds their memory; other uploads
 * wait.
 */
export async function withPartBuffer<T>(work: (buffer: Buffer) => Promise<T>): Promise<T> {
  // A finished caller hands its place on.
  if (lent >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else lent += 1
  try {
    const buffer = buffers.take()
    const result = await work(buffer)
    // After a failure the SDK may still be sending the buffer.
    buffers.give(buffer)
    return result
  } finally {
    const next = waiting.shift()
    if (next) next()
    else lent -= 1
  }
}
