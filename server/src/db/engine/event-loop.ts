import { setImmediate as nextIteration } from 'node:timers/promises'

/** Milliseconds of one iteration of the event loop after which work that can wait is left to the next. */
const fairMs = 5

/** When this iteration's first piece began; null before it. */
const iteration: { began: number | null } = { began: null }

/** Those who wait, the longest first. */
const waiting: symbol[] = []

/**
 * To be awaited between the pieces of long work in this thread, by everybody who does any. Resolves at once, or in a later
 * iteration of the event loop when the pieces of this one have taken their time or others wait already. A piece takes a few
 * milliseconds.
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
