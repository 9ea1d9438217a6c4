import { afterReport } from './after-report.ts'
import { afterRequest } from './after-request.ts'
import type { PlayerEvent } from './events.ts'
import type { PlayerState } from './state.ts'
import { nothingRecalled, type Recall } from './recall.ts'
import { type Transition, unchanged } from './steps.ts'

/**
 * The player's rules: an event in, the next state and the commands for the world outside out. Requests never
 * touch `playing`: they command, the audio element acts and reports, and only its report changes it. The one
 * exception is a new load, which stops the old media at once and by itself, without a `pause` event. Where a
 * recording begins is what `recall` answers; for the same answers the rules do the same.
 */
export function transition(
  state: PlayerState,
  event: PlayerEvent,
  recall: Recall = nothingRecalled,
): Transition {
  switch (event.type) {
    case 'media-known':
    case 'media-playable':
    case 'play-begun':
    case 'sounding':
    case 'dry':
    case 'paused':
    case 'ended':
    case 'broken':
    case 'play-refused':
      return state.currentId === null ? unchanged(state) : afterReport(state, event, recall)
    default:
      return afterRequest(state, event, recall)
  }
}
