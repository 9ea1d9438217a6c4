/** The sleep timer counts heard seconds of the recording, from tick to tick: no pauses, no buffering, no jumps. */
import { clamp, type Transition, tune, unchanged } from './loading.ts'
import { pause, play } from './playback.ts'
import { seek } from './seeking.ts'
import { fadeSeconds, isFading, type PlayerState, type Sleep } from './state.ts'

export const extensionSeconds = 10 * 60
const limits = { least: 60, most: 12 * 60 * 60 } as const

export function setSleep(
  state: PlayerState,
  until: number | 'track-end' | null,
  position: number,
): Transition {
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
  if (sleep?.kind !== 'time') return unchanged(state)
  const isHeard = state.playing && state.seeking === null
  const heardSeconds = isHeard ? Math.max(position - (sleep.heardTo ?? position), 0) : 0
  const leftSeconds = Math.max(sleep.leftSeconds - heardSeconds, 0)
  const next = { ...state, sleep: { ...sleep, leftSeconds, heardTo: position } }
  if (leftSeconds === 0) return fallAsleep(next, position)
  return isFading(next) && heardSeconds > 0 ? tune(next) : unchanged(next)
}

function armed(until: number | 'track-end' | null, position: number): Sleep | null {
  if (until === null) return null
  return until === 'track-end' ? { kind: 'track-end' } : timed(until, position)
}

function timed(seconds: number, heardTo: number): Sleep & { kind: 'time' } {
  return { kind: 'time', leftSeconds: clamp(seconds, limits.least, limits.most, limits.least), heardTo }
}

function fallAsleep(state: PlayerState, position: number): Transition {
  const paused = pause(state)
  const rewound = seek(paused.state, position - fadeSeconds)
  const tuned = tune({ ...rewound.state, sleep: { kind: 'over', at: 'time' } })
  return { state: tuned.state, effects: [...paused.effects, ...rewound.effects, ...tuned.effects] }
}
