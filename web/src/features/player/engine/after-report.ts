import type { Report } from './events.ts'
import { neighbour } from './queue.ts'
import type { Recall } from './recall.ts'
import type { PlayerState } from './state.ts'
import { loaded, type Transition, unchanged } from './steps.ts'

export function afterReport(state: PlayerState, event: Report, recall: Recall): Transition {
  switch (event.type) {
    case 'media-known':
      return unchanged({ ...state, media: 'ready', startAt: 0, duration: known(event.duration) })
    case 'media-playable':
      return unchanged({ ...state, failed: false })
    case 'play-begun':
      return unchanged({ ...state, playing: true, starting: false, waiting: true })
    case 'sounding':
      return unchanged({ ...state, playing: true, starting: false, waiting: false })
    case 'dry':
      return unchanged({ ...state, waiting: state.playing })
    case 'paused':
      return unchanged({ ...state, playing: false, waiting: false })
    case 'ended':
      return afterEnd(state, recall)
    case 'broken':
      return afterFailure(state, event.position)
    case 'play-refused':
      return event.load === state.load
        ? unchanged({ ...state, starting: false, waiting: false })
        : unchanged(state)
  }
}

/** An end under the listener's finger, or one reached by seeking while paused, is no reason to go on. */
function afterEnd(state: PlayerState, recall: Recall): Transition {
  if (state.seeking !== null || !state.playing) return unchanged({ ...state, playing: false, waiting: false })
  const following = neighbour(state.queue, state.currentId, 1)
  if (following !== null) return loaded(state, following, recall, { play: true })
  return unchanged({ ...state, playing: false, waiting: false })
}

function afterFailure(state: PlayerState, position: number): Transition {
  return {
    state: {
      ...state,
      media: 'nothing',
      startAt: position > 0 ? position : state.startAt,
      playing: false,
      starting: false,
      waiting: false,
      seeking: null,
      failed: true,
    },
    commands: [{ type: 'tell-failure' }],
  }
}

function known(duration: number): number | null {
  return Number.isFinite(duration) && duration > 0 ? duration : null
}
