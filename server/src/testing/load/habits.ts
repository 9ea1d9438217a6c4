import type { Random } from '../crash-media.ts'

/** Something that is done again and again, from the end of one time to the beginning of the next `everyMs`. */
export interface Habit {
  readonly everyMs: number
  readonly once: () => Promise<void>
}

/** @returns what ends them all */
export function keepUp(habits: readonly Habit[], random: Random): () => Promise<void> {
  const leaving = new AbortController()
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      leaving.signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer)
          resolve()
        },
        { once: true },
      )
    })
  const keep = async ({ everyMs, once }: Habit): Promise<void> => {
    while (!leaving.signal.aborted) {
      await pause(everyMs * (0.5 + random()))
      await once()
    }
  }
  const all = Promise.all(habits.map(keep))
  return async () => {
    leaving.abort()
    await all
  }
}
