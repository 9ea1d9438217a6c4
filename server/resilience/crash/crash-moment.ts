import { watch } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { below, type Random } from './crash-media.ts'

/** When a round's writes are cut off. */
export interface Moment {
  readonly kind: 'time' | 'answer' | 'storage' | 'removal'
  reached(): Promise<void>
  /** To be told of each answer. */
  answered(): void
  [Symbol.dispose](): void
}

/**
 * By the clock, before most have an answer; when one of them has, as others are between their commit and theirs; when
 * the folder of temporary files changes, as one is made, moved to its place, or taken away; or when what nothing refers
 * to is being taken away. Half of the latter three at once, half a little later.
 */
export function chooseMoment(random: Random, writes: number, incoming: string): Moment {
  const [chance, share] = [random(), random()]
  const [answers, changes] = [1 + below(random, writes), 1 + below(random, writes * 5)]
  const removals = 1 + below(random, 6)
  const laterMs = random() < 0.5 ? 0 : share * (chance < 0.8 ? 30 : 5)
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
  if (chance < 0.55) return { kind: 'answer', reached, answered: after(answers), [Symbol.dispose]: ignore }
  const [changed, removed] = [after(changes), after(removals)]
  const kind = chance < 0.8 ? 'storage' : 'removal'
  const watcher = watch(incoming, (event, name) => {
    if (event !== 'rename') return
    if (kind === 'storage') changed()
    else if (name?.endsWith('.removed')) removed()
  })
  return { kind, reached, answered: ignore, [Symbol.dispose]: () => watcher.close() }
}
