import type { PlayerEvent, Report } from './events.ts'
import { clamp, found, recalled, stop, type Transition, tune, unchanged } from './loading.ts'
import { wholeSeconds } from './files.ts'
import { ended, pause, play, playing, toggle } from './playback.ts'
import { arranged, complete } from './queue.ts'
import { add, playQueued, playTrack, remove, replace, step } from './queueing.ts'
import { broken, renew, retry, stuck } from './retry.ts'
import { move, seek, seekEnd, seekStart } from './seeking.ts'
import { chaptersKnown, endedBy } from './chapters.ts'
import { extendSleep, setSleep, tick } from './sleep.ts'
import { type PlayerState, speedLimits } from './state.ts'
import { hearVisit, visit } from './visit.ts'

/**
 * The player's rules: an event in, the next state and the effects out. Requests become commands to the audio element;
 * only its reports, and a new load, change `playing`.
 */
export function reduce(state: PlayerState, event: PlayerEvent): Transition {
  switch (event.type) {
    case 'play-track':
      return playTrack(state, event)
    case 'complete':
      return unchanged(complete(state, event.tracks))
    case 'add':
      return add(state, event)
    case 'replace':
      return replace(state, event)
    case 'renew':
      return renew(state, event.tracks)
    case 'play-queued':
      return playQueued(state, event.id)
    case 'remove':
      return remove(state, event.id)
    case 'arrange':
      return unchanged({ ...state, queue: arranged(state.queue, event.id, event.place), byHand: true })
    case 'clear':
      return stop(state)
    case 'play':
      return play(state)
    case 'pause':
      return pause(state)
    case 'toggle':
      return toggle(state)
    case 'previous':
      return step(state, -1)
    case 'next':
      return step(state, 1)
    case 'seek':
      return seek(state, event.position)
    case 'move':
      return move(state, event.position)
    case 'visit':
      return visit(state, event)
    case 'seek-start':
      return seekStart(state)
    case 'seek-end':
      return seekEnd(state, event.position)
    case 'set-speed':
      return tune({ ...state, speed: clamp(event.speed, speedLimits.least, speedLimits.most, state.speed) })
    case 'set-volume': {
      const volume = clamp(event.volume, 0, 1, state.volume)
      return tune({ ...state, volume, muted: volume === 0 && state.muted })
    }
    case 'set-muted':
      return tune({ ...state, muted: event.muted })
    case 'set-sleep':
      return setSleep(state, event.until, event.position)
    case 'extend-sleep':
      return extendSleep(state, event.position)
    case 'recalled':
      return recalled(state, event.load, event.position)
    case 'tick': {
      const counted = tick(state, event.position)
      const heard = hearVisit(counted.state, event.position)
      return { ...heard, effects: [...counted.effects, ...heard.effects] }
    }
    case 'retry':
      return retry(state, event.load)
    case 'chapters-known':
      return chaptersKnown(state, event)
    case 'found':
      return found(state, event.load, event.files)
    case 'stuck':
      return stuck(state, event.position)
    case 'media-known':
    case 'media-playable':
    case 'play-begun':
    case 'sounding':
    case 'buffering':
    case 'paused':
    case 'ended':
    case 'broken':
    case 'play-refused':
      return state.currentId === null ? unchanged(state) : afterReport(state, event)
  }
}

function afterReport(state: PlayerState, event: Report): Transition {
  switch (event.type) {
    case 'media-known': {
      const duration = knownDuration(wholeSeconds(state.files) ?? event.duration)
      const chapters = endedBy(state.chapters, duration)
      return unchanged({ ...state, media: 'ready', startAt: 0, duration, chapters })
    }
    case 'media-playable':
      return unchanged({ ...state, failed: false })
    case 'play-begun':
      return playing(state, true)
    case 'sounding':
      return playing(state, false)
    case 'buffering':
      return unchanged({ ...state, waiting: state.playing })
    case 'paused':
      return unchanged({ ...state, playing: false, waiting: false })
    case 'ended':
      return ended(state)
    case 'broken':
      return broken(state, event.position)
    case 'play-refused':
      return unchanged(event.load === state.load ? { ...state, starting: false, waiting: false } : state)
  }
}

function knownDuration(seconds: number): number | null {
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}
