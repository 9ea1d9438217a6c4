import type { Player } from './engine/player.ts'
import { neighbour } from './engine/queue.ts'
import { warm } from './engine/warm.ts'

const aheadSeconds = 30

/** Has the next track ready shortly before its turn comes. */
export function warmNext(player: Player): () => void {
  return player.positions.subscribe(({ position }) => {
    const { duration, playing, speed, queue, currentId } = player.store.getState()
    if (!playing || duration === null || (duration - position) / speed > aheadSeconds) return
    const next = neighbour(queue, currentId, 1)
    if (next !== null) warm(next.audioSrc)
  })
}
