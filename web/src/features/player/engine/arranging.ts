import { arranged, inserted } from './queue.ts'
import { nothingRecalled, type Recall } from './recall.ts'
import type { PlayerState } from './state.ts'
import { loaded, type Rules, type Transition, unchanged } from './steps.ts'
import type { PlayerEvent } from './events.ts'

/** What the listener does with a queue beyond filling and emptying it. */
export function withArranging(rules: Rules): Rules {
  return (state, event, recall = nothingRecalled) => {
    switch (event.type) {
      case 'arrange':
        return unchanged({ ...state, queue: arranged(state.queue, event.id, event.place), byHand: true })
      case 'replace':
        return afterReplacing(state, event, recall)
      default:
        return rules(state, event, recall)
    }
  }
}

/** At the listener's word, unlike a queue restored: whatever was there goes. */
function afterReplacing(
  state: PlayerState,
  { tracks, currentPlace, byHand = false, position, play }: Extract<PlayerEvent, { type: 'replace' }>,
  recall: Recall,
): Transition {
  const next = { ...state, ...inserted([], 0, tracks, state.nextId), byHand }
  const current = next.queue[currentPlace]
  if (current === undefined) return unchanged(state)
  return loaded(next, current, position === undefined ? recall : () => ({ position }), { play })
}
