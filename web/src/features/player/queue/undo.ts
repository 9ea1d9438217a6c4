import { dismissToast, showToast, useToasts } from '../../../ui/toast/toasts.ts'
import { useSession } from '../../auth/index.ts'
import { messages } from '../bar-messages.ts'
import type { Player } from '../audio/player.ts'
import { isActive, type PlayerState } from '../reducer/state.ts'

const undoMilliseconds = 20_000

let offered: number | null = null

/** Offers to bring back a queue that was made by hand when another one takes its place. */
export function offerQueueUndo(player: Player): () => void {
  const stopQueue = player.store.subscribe(({ queue }, before) => {
    if (queue === before.queue || queue.length === 0 || !before.byHand) return
    const ids = new Set(queue.map(({ id }) => id))
    if (before.queue.every(({ id }) => !ids.has(id))) offer(player, before, messages.queueReplaced)
  })
  // The next person must not get the queue of the one before.
  const stopSession = useSession.subscribe(withdraw)
  return () => {
    stopQueue()
    stopSession()
  }
}

/** Removes all from the queue, and offers to bring it back. */
export function emptyQueue(player: Player): void {
  offer(player, player.store.getState(), messages.queueEmptied)
  player.send({ type: 'clear' })
}

/** To be called before the audio element leaves the place where it is. */
function offer(player: Player, before: PlayerState, message: string): void {
  const { queue, currentId, byHand } = before
  const tracks = queue.map(({ id: _id, ...track }) => track)
  const currentPlace = queue.findIndex(({ id }) => id === currentId)
  const position = player.position()
  const play = isActive(before)
  withdraw()
  showToast({
    message,
    type: 'success',
    duration: undoMilliseconds,
    action: {
      label: messages.undo,
      run: () => player.send({ type: 'replace', tracks, currentPlace, byHand, position, play }),
    },
  })
  offered = useToasts.getState().shown.at(-1)?.id ?? null
}

function withdraw(): void {
  if (offered !== null) dismissToast(offered)
  offered = null
}
