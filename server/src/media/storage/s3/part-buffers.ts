import { BufferPool } from '../files/buffer-pool.ts'

/** A part has at least 5 MiB. */
export const partBytes = 8 * 1024 * 1024

const mostAtOnce = 4
const buffers = new BufferPool(partBytes, 1)
const waiting: (() => void)[] = []
let lent = 0

/** Four buffers for all uploads of the process, which bounds their memory (0017). */
export async function withPartBuffer<T>(work: (buffer: Buffer) => Promise<T>): Promise<T> {
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
