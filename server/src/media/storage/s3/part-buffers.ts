import { BufferPool } from '../files/buffer-pool.ts'

/** What is sent to the store at once; more than the least that a store takes as a part (5 MiB). */
export const partBytes = 8 * 1024 * 1024

const mostAtOnce = 4
const buffers = new BufferPool(partBytes, 1)
const waiting: (() => void)[] = []
let lent = 0

/**
 * Lends a buffer of `partBytes`. There are four in all, however many uploads there are: memory stays bounded, and
 * uploads share what the network carries. The others wait.
 */
export async function withPartBuffer<T>(work: (buffer: Buffer) => Promise<T>): Promise<T> {
  // Whoever is done hands over its place.
  if (lent >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else lent += 1
  try {
    const buffer = buffers.take()
    const result = await work(buffer)
    // After a failure the library may still be sending it.
    buffers.give(buffer)
    return result
  } finally {
    const next = waiting.shift()
    if (next) next()
    else lent -= 1
  }
}
