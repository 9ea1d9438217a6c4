/** The sleep timer counts heard seconds of the recording or ends of chapters, from tick to tick: no pauses, no buffering, no jumps. */
import { crossedStarts } from './chapters.ts'
import type { SleepUntil } from './events.ts'
import { clamp, type Transition, tune, unchanged } from './loading.ts'
import { pause, play } from './playback.ts'
import { seek } from './seeking.ts'
import { fadeSeconds, isFading, type PlayerState, type Sleep } from './state.ts'

export const extensionSeconds = 10 * 60
const limits = { least: 60, most: 12 * 60 * 60 } as const

export function setSleep(state: PlayerState, until: SleepUntil, position: number): Transition {
  return tune({ ...state, sleep: state.currentId === null ? null : armed(until, position) })
}

/** After a sleep it also plays on. */
export function extendSleep(state: PlayerState, position: number): Transition {
  const { sleep } = state
  if (sleep?.kind === 'time')
    return tune({ ...state, sleep: timed(sleep.leftSeconds + extensionSeconds, position) })
  if (sleep?.kind !== 'over') return unchanged(state)
  const next = play(state)
  const isElsewhere = next.state.load !== state.load
  return { ...next, state: { ...next.state, sleep: timed(extensionSeconds, isElsewhere ? 0 : position) } }
}

export function tick(state: PlayerState, position: number): Transition {
  const { sleep } = state
  if (!sleep || !('heardTo' in sleep)) return unchanged(state)
  const isHeard = state.playing && state.seeking === null
  if (sleep.kind === 'chapters') {
    const ends = isHeard ? crossedStarts(state.chapters, sleep.heardTo ?? position, position) : []
    const last = ends[sleep.left - 1]
    if (last !== undefined) return fallAsleep(state, last, 'chapter')
    return unchanged({ ...state, sleep: { ...sleep, left: sleep.left - ends.length, heardTo: position } })
  }
  const heardSeconds = isHeard ? Math.max(position - (sleep.heardTo ?? position), 0) : 0
  const leftSeconds = Math.max(sleep.leftSeconds - heardSeconds, 0)
  const next = { ...state, sleep: { ...sleep, leftSeconds, heardTo: position } }
  if (leftSeconds === 0) return fallAsleep(next, position - fadeSeconds, 'time')
  return isFading(next) && heardSeconds > 0 ? tune(next) : unchanged(next)
}

function armed(until: SleepUntil, position: number): Sleep | null {
  if (until === null) return null
  if (until === 'track-end') return { kind: until }
  if (typeof until === 'number') return timed(until, position)
  return { kind: 'chapters', left: Math.max(until.chapters, 1), heardTo: position }
}

function timed(seconds: number, heardTo: number): Sleep & { kind: 'time' } {
  return { kind: 'time', leftSeconds: clamp(seconds, limits.least, limits.most, limits.least), heardTo }
}

function fallAsleep(state: PlayerState, position: number, at: 'time' | 'chapter'): Transition {
  const paused = pause(state)
  const rewound = seek(paused.state, position, false)
  const tuned = tune({ ...rewound.state, sleep: { kind: 'over', at } })
  return { state: tuned.state, effects: [...paused.effects, ...rewound.effects, ...tuned.effects] }
}
