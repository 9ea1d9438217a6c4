import { setImmediate as nextIteration } from 'node:timers/promises'

/** Milliseconds of work per iteration of the event loop. */
const fairMs = 5

const iteration: { began: number | null } = { began: null }

const waiting: symbol[] = []

/** Awaited between pieces of long work: resolves at once, or in a later iteration when this one's time is used up. */
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
