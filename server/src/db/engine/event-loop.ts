import { setImmediate as nextIteration } from 'node:timers/promises'

/** Milliseconds of work per iteration of the event loop. */
const fairMs = 5

const iteration: { began: number | null } = { began: null }

/** FIFO. */
const waiting: symbol[] = []

/**
 * To be awaited between pieces of long work of a few milliseconds each. Resolves at once, or in a later iteration of
 * the event loop when this one has used up its time.
 */
export async function yieldToEventLoop(): Promise<void> {
  if (waiting.length > 0 || isTimeUp()) {
    const turn = Symbol()
    waiting.push(turn)
    do await nextIteration()
    while (waiting[0] !== turn || isTimeUp())
    waiting.shift()
  }
  if (iteration.began !== null) return
  iteration.began = performance.now()
  setImmediate(() => (iteration.began = null))
}

function isTimeUp(): boolean {
  return iteration.began !== null && performance.now() - iteration.began > fairMs
}
