import type { Command, PlayerEvent } from './events.ts'
import { neighbour } from './queue.ts'
import { nothingRecalled, type Recall } from './recall.ts'
import { isActive, type PlayerState, type Sleep } from './state.ts'
import { loaded, type Rules, type Transition, unchanged, within } from './steps.ts'

/** How long the sound fades, in seconds of the recording; as much is taken back, to be heard again awake. */
const fadeSeconds = 10
export const extensionSeconds = 10 * 60
const sleepLimits = { least: 60, most: 12 * 60 * 60 } as const

/**
 * The sleep timer, laid over the player's other rules. It counts the seconds of the recording that are heard, from
 * one tick to the next: a pause, a wait for the network or a jump count nothing. Its fade changes what the audio
 * element is told and never `volume`, which stays the listener's own word.
 */
export function withSleep(rules: Rules): Rules {
  function ruled(state: PlayerState, event: PlayerEvent, recall: Recall = nothingRecalled): Transition {
    switch (event.type) {
      case 'set-sleep':
        return retuned({ ...state, sleep: armed(state, event) })
      case 'extend-sleep':
        return afterExtension(state, event.position, (slept, wish) => ruled(slept, wish, recall))
      case 'tick':
        return afterTick(state, event.position, rules)
      case 'ended':
        return isTrackEnd(state) ? stopsAtEnd(state) : laidOver(state, rules(state, event, recall))
      case 'seek-end':
        return isTrackEnd(state) && event.position >= (state.duration ?? Number.POSITIVE_INFINITY)
          ? endUnderFinger(state, event.position, rules)
          : laidOver(state, rules(state, event, recall))
      case 'play':
      case 'toggle':
        return goesOn(state, recall) ?? laidOver(state, rules(state, event, recall))
      default:
        return laidOver(state, rules(state, event, recall))
    }
  }
  return ruled
}

/** From 1 when nothing fades down to 0. */
function fadeOf({ sleep }: PlayerState): number {
  return sleep?.kind === 'time' ? Math.min(sleep.leftSeconds / fadeSeconds, 1) : 1
}

export function isFading(state: PlayerState): boolean {
  return fadeOf(state) < 1
}

function armed(state: PlayerState, wish: Extract<PlayerEvent, { type: 'set-sleep' }>): Sleep | null {
  if (wish.until === null || state.currentId === null) return null
  return wish.until === 'track-end' ? { kind: 'track-end' } : timed(wish.until, wish.position)
}

function timed(seconds: number, heardTo: number): Sleep & { kind: 'time' } {
  const leftSeconds = within(seconds, sleepLimits.least, sleepLimits.most, sleepLimits.least)
  return { kind: 'time', leftSeconds, heardTo }
}

/** Also out of the sleep that it has just put the player into: that one goes on, as after a press on play. */
function afterExtension(state: PlayerState, position: number, rules: Rules): Transition {
  const { sleep } = state
  if (sleep?.kind === 'time')
    return retuned({ ...state, sleep: timed(sleep.leftSeconds + extensionSeconds, position) })
  if (sleep?.kind !== 'over') return unchanged(state)
  const next = rules(state, { type: 'play' })
  const isElsewhere = next.state.load !== state.load
  return { ...next, state: { ...next.state, sleep: timed(extensionSeconds, isElsewhere ? 0 : position) } }
}

function afterTick(state: PlayerState, position: number, rules: Rules): Transition {
  const { sleep } = state
  if (sleep?.kind !== 'time') return unchanged(state)
  const isHeard = state.playing && state.seeking === null && sleep.heardTo !== null
  const heardSeconds = isHeard ? Math.max(position - (sleep.heardTo ?? position), 0) : 0
  const leftSeconds = Math.max(sleep.leftSeconds - heardSeconds, 0)
  const next = { ...state, sleep: { ...sleep, leftSeconds, heardTo: position } }
  if (leftSeconds === 0) return fallsAsleep(next, position, rules)
  return isFading(next) && heardSeconds > 0 ? retuned(next) : unchanged(next)
}

function fallsAsleep(state: PlayerState, position: number, rules: Rules): Transition {
  const paused = rules({ ...state, sleep: { kind: 'over', at: 'time' } }, { type: 'pause' })
  const rewound = rules(paused.state, { type: 'seek', position: position - fadeSeconds })
  const tuned = retuned(rewound.state)
  return { state: tuned.state, commands: [...paused.commands, ...rewound.commands, ...tuned.commands] }
}

function isTrackEnd(state: PlayerState): boolean {
  if (state.sleep?.kind !== 'track-end') return false
  return state.seeking === null ? state.playing : state.seeking.wasPlaying
}

const sleptThrough = { kind: 'over', at: 'track-end' } as const

/** An end under the listener's finger waits until it is let go. */
function stopsAtEnd(state: PlayerState): Transition {
  if (state.seeking !== null) return unchanged({ ...state, playing: false, waiting: false })
  return unchanged({ ...state, playing: false, waiting: false, sleep: sleptThrough })
}

function endUnderFinger(state: PlayerState, position: number, rules: Rules): Transition {
  const next = rules({ ...state, seeking: { wasPlaying: false } }, { type: 'seek-end', position })
  return { ...next, state: { ...next.state, sleep: sleptThrough } }
}

/** Who slept from the end of one track on goes on with the next one: the same again would be no going on. */
function goesOn(state: PlayerState, recall: Recall): Transition | null {
  if (state.sleep?.kind !== 'over' || state.sleep.at !== 'track-end') return null
  const following = neighbour(state.queue, state.currentId, 1)
  return following && loaded({ ...state, sleep: null }, following, recall, { play: true })
}

/** What the timer makes of any other transition. */
function laidOver(before: PlayerState, { state, commands }: Transition): Transition {
  const { sleep } = state
  const jumps = commands.some(isJump)
  let next = state
  if (sleep?.kind === 'time' && jumps) next = { ...state, sleep: { ...sleep, heardTo: null } }
  // Until the element says that it has paused, it still counts as playing: only a new start ends the sleep.
  const starts = isActive(state) && !isActive(before)
  if (sleep?.kind === 'over' && (jumps || starts)) next = { ...state, sleep: null }
  return { state: next, commands: commands.map((command) => faded(command, next)) }
}

function isJump(command: Command): boolean {
  const { type } = command
  return type === 'seek' || type === 'load' || (type === 'play' && command.from !== null)
}

function faded(command: Command, state: PlayerState): Command {
  return command.type === 'tune' ? { ...command, volume: command.volume * fadeOf(state) } : command
}

function retuned(state: PlayerState): Transition {
  const { speed, volume, muted } = state
  return { state, commands: [faded({ type: 'tune', speed, volume, muted }, state)] }
}
