import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '../crash/crash-media.ts'

/** Something that is done again and again, from the end of one time to the beginning of the next `everyMs`. */
export interface Habit {
  readonly everyMs: number
  readonly once: () => Promise<void>
}

const mostFailures = 20

/**
 * @param haste tells how many times as often as usual they come
 * @returns what ends them all, and says what has failed meanwhile
 */
export function keepUp(habits: readonly Habit[], random: Random, haste = () => 1): () => Promise<unknown[]> {
  const leaving = new AbortController()
  const { signal } = leaving
  const failures: unknown[] = []
  const fail = (error: unknown) => {
    if (failures.length < mostFailures) failures.push(error)
  }
  const keep = async ({ everyMs, once }: Habit): Promise<void> => {
    for (;;) {
      await pause((everyMs / haste()) * (0.5 + random()), null, { signal }).catch(() => undefined)
      if (signal.aborted) return
      await once().catch(fail)
    }
  }
  const all = Promise.all(habits.map(keep))
  return async () => {
    leaving.abort()
    await all
    return failures
  }
}
