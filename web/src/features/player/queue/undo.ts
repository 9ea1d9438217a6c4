import { dismissToast, showToast, useToasts } from '../../../ui/toast/toasts.ts'
import { onPersonChange } from '../../auth/index.ts'
import { messages } from '../bar-messages.ts'
import { type Player, together } from '../audio/player.ts'
import { savedQueue } from '../reducer/queue.ts'
import { isActive, type PlayerState } from '../reducer/state.ts'

const undoMilliseconds = 20_000

let offered: number | null = null

/** Offers to bring back a queue that was made by hand when another one takes its place. */
export function offerQueueUndo(player: Player): () => void {
  return together(
    player.store.subscribe(({ queue }, before) => {
      if (queue === before.queue || queue.length === 0 || !before.byHand) return
      const ids = new Set(queue.map(({ id }) => id))
      if (before.queue.every(({ id }) => !ids.has(id))) offer(player, before, messages.queueReplaced)
    }),
    onPersonChange(withdraw),
  )
}

export function emptyQueue(player: Player): void {
  offer(player, player.store.getState(), messages.queueEmptied)
  player.send({ type: 'clear' })
}

/** Called while the audio element is still at the position to come back to. */
function offer(player: Player, before: PlayerState, message: string): void {
  const { byHand, visit } = before
  const queue = { ...savedQueue(before), byHand, visit, position: player.position(), play: isActive(before) }
  withdraw()
  showToast({
    message,
    type: 'success',
    duration: undoMilliseconds,
    action: {
      label: messages.undo,
      run: () => player.send({ type: 'replace', ...queue }),
    },
  })
  offered = useToasts.getState().shown.at(-1)?.id ?? null
}

function withdraw(): void {
  if (offered !== null) dismissToast(offered)
  offered = null
}
