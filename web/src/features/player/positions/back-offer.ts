import { create } from 'zustand'
import type { Player } from '../engine/player.ts'

/** From a minute on a jump may have been a slip. */
const farSeconds = 60
/** Who has listened no longer than this has not arrived yet: the way back leads to where they came from. */
const arrivedSeconds = 10

/** Where the listener was before they jumped. Counts on, so that each offer gets its whole time. */
export const useBackOffer = create<{ position: number | null; count: number }>(() => ({
  position: null,
  count: 0,
}))

export function withdrawOffer(): void {
  useBackOffer.setState({ position: null })
}

/** Goes back, which is a jump like any other: the same key leads forth again. */
export function goBack(player: Player): void {
  const { position } = useBackOffer.getState()
  if (position === null) return
  withdrawOffer()
  player.send({ type: 'seek', position })
}

/** Watches for jumps, wherever they come from. */
export function offerWayBack(player: Player): () => void {
  let heardSeconds = arrivedSeconds
  const stopTicks = player.positions.subscribe(({ position }, { position: before }) => {
    const { media } = player.store.getState()
    const step = position - before
    if (media !== 'ready' || Math.abs(step) <= farSeconds) {
      if (step > 0) heardSeconds += step
      return
    }
    const { position: offered, count } = useBackOffer.getState()
    const from = offered !== null && heardSeconds < arrivedSeconds ? offered : before
    heardSeconds = 0
    const isFar = Math.abs(position - from) > farSeconds
    useBackOffer.setState({ position: isFar ? from : null, count: count + 1 })
  })
  const stopLoads = player.store.subscribe((state, before) => {
    if (state.load === before.load) return
    heardSeconds = arrivedSeconds
    withdrawOffer()
  })
  return () => {
    stopTicks()
    stopLoads()
    withdrawOffer()
  }
}
