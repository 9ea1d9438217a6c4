import type { Readable } from 'node:stream'
import { AppError } from './errors.ts'

/**
 * A fixed time would cut long uploads short, and none would let a client hold a place for ever: an upload has to
 * arrive at a least pace instead. Only waiting for the client counts, never our own writing or looking at files.
 */
export interface UploadPace {
  readonly bytesPerSecond: number
  /** Over how much waiting the pace is averaged, in milliseconds. */
  readonly windowMs: number
}

export const uploadPace: UploadPace = { bytesPerSecond: 8 * 1024, windowMs: 30_000 }

/**
 * The chunks of a request's body as they are asked for. Leaves the request open and quiet when its reader leaves,
 * so that it can still be answered.
 *
 * @throws AppError `RequestTimeout` below the pace, `InvalidBody` when the client goes away
 */
export async function* atPace(source: Readable, pace: UploadPace): AsyncGenerator<Buffer, void> {
  let leftMs = pace.windowMs
  for (;;) {
    const asked = performance.now()
    const chunk = await nextChunk(source, leftMs)
    if (chunk === null) return
    const earnedMs = (chunk.length / pace.bytesPerSecond) * 1000
    leftMs = Math.min(pace.windowMs, leftMs - (performance.now() - asked) + earnedMs)
    yield chunk
  }
}

/** Null at the end. */
async function nextChunk(source: Readable, patienceMs: number): Promise<Buffer | null> {
  for (;;) {
    const chunk = source.read() as Buffer | null
    if (chunk !== null) return chunk
    if (source.readableEnded) return null
    if (source.destroyed) throw new AppError('InvalidBody', { description: 'The request was cut off.' })
    if (!(await hasChanged(source, patienceMs))) throw new AppError('RequestTimeout')
  }
}

const changes = ['readable', 'end', 'error', 'close'] as const

/** Whether anything has happened to the stream in that time. */
function hasChanged(source: Readable, patienceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (answer: boolean) => {
      clearTimeout(timer)
      for (const event of changes) source.off(event, happened)
      resolve(answer)
    }
    const happened = () => settle(true)
    const timer = setTimeout(settle, Math.max(0, patienceMs), false)
    for (const event of changes) source.on(event, happened)
  })
}
