import { watch } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { below, type Random } from './crash-media.ts'

/** When a round's writes are cut off. */
export interface Moment {
  readonly kind: 'time' | 'answer' | 'storage'
  reached(): Promise<void>
  /** To be told of each answer. */
  answered(): void
  [Symbol.dispose](): void
}

/**
 * By the clock, before most have an answer; when one of them has, as others are between their commit and theirs; or
 * when the folder of temporary files changes: as one is made, moved to its place, or taken away. Half of the latter
 * two at once, half a little later.
 */
export function chooseMoment(random: Random, writes: number, incoming: string): Moment {
  const [chance, share] = [random(), random()]
  const [answers, changes] = [1 + below(random, writes), 1 + below(random, writes * 5)]
  const laterMs = random() < 0.5 ? 0 : share * 30
  const moment = Promise.withResolvers<void>()
  const after = (limit: number): (() => void) => {
    let count = 0
    return () => {
      count += 1
      if (count !== limit) return
      if (laterMs === 0) moment.resolve()
      else void setTimeout(laterMs).then(moment.resolve)
    }
  }
  const ignore = () => undefined
  if (chance < 0.2) {
    return {
      kind: 'time',
      reached: () => setTimeout(share * 150),
      answered: ignore,
      [Symbol.dispose]: ignore,
    }
  }
  const reached = () => moment.promise
  if (chance < 0.7) return { kind: 'answer', reached, answered: after(answers), [Symbol.dispose]: ignore }
  const changed = after(changes)
  const watcher = watch(incoming, (event) => event === 'rename' && changed())
  return { kind: 'storage', reached, answered: ignore, [Symbol.dispose]: () => watcher.close() }
}
