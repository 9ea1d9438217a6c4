import { writeFields } from '../../../lib/browser-storage.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import { onPersonChange } from '../../auth/index.ts'
import { type Player, together } from '../audio/player.ts'
import { savedQueue } from '../reducer/queue.ts'

/** Of what is stored. */
export const version = 2

/** Stores every change of the queue. An account's is removed when its session ends. */
export function keepQueue(player: Player): () => void {
  return together(
    player.store.subscribe((state, before) => {
      if (state.queue === before.queue && state.currentId === before.currentId) return
      const { queue, byHand } = state
      const saved = { version, person: storedPerson(), ...savedQueue(state), byHand }
      writeFields('playerQueue', queue.length === 0 ? null : saved)
    }),
    onPersonChange((_to, from) => {
      if (from !== '') player.send({ type: 'clear' })
    }),
  )
}
