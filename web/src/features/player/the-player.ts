import { showToast } from '../../ui/toast/toasts.ts'
import { createAudioOutput } from './engine/audio-element.ts'
import { createPlayer } from './engine/player.ts'
import type { Recall } from './engine/recall.ts'
import type { NewTrack } from './engine/state.ts'
import { warm } from './engine/warm.ts'
import { messages } from './messages.ts'
import { recallStored } from './positions/recall-stored.ts'

export type QueuedKind = keyof typeof messages.addedToQueue

/** What is known of recordings: at first what was stored, then what is kept up to date. */
export const memory: { recall: Recall } = { recall: recallStored }

/** The app's one player. */
export const player = {
  ...createPlayer({
    output: createAudioOutput,
    tellFailure: () => showToast({ message: messages.audioError, type: 'error' }),
    recall: (track, occasion) => memory.recall(track, occasion),
  }),
  warm,
  /** Several tracks where they are added as one thing: a podcast's episodes. */
  addToQueue(added: NewTrack | readonly NewTrack[], kind: QueuedKind, next = false): void {
    player.send({ type: 'add', tracks: 'audioSrc' in added ? [added] : added, next })
    showToast({ message: messages[next ? 'playsNext' : 'addedToQueue'][kind], type: 'success' })
  },
}
