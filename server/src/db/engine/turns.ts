import { setImmediate as nextIteration } from 'node:timers/promises'

/** Milliseconds of one iteration of the event loop after which work that can wait is left to the next. */
const fairMs = 5

/** When this iteration's first piece began; null before it. */
const iteration: { began: number | null } = { began: null }

/**
 * To be awaited between the pieces of long work in this thread, by everybody who does any. Resolves at once, or in a later
 * iteration of the event loop when the pieces of this one have taken their time. A piece takes a few milliseconds.
 */
export async function nextTurn(): Promise<void> {
  while (iteration.began !== null && performance.now() - iteration.began > fairMs) await nextIteration()
  if (iteration.began !== null) return
  iteration.began = performance.now()
  setImmediate(() => (iteration.began = null))
}
