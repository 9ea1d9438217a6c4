import { create } from 'zustand'
import type { Player } from '../audio/player.ts'

/** From a minute on a jump may have been a slip. */
const farSeconds = 60
/** Who has listened no longer than this has not arrived yet: the way back leads to where they came from. */
const arrivedSeconds = 10
/** Jumps no further apart are one. */
const runMilliseconds = 2000

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

/** The listener's jumps one soon after another, which are one jump to them. */
type Run = { from: number; at: number; isOffered: boolean }

/** Watches for jumps, wherever they come from. */
export function offerWayBack(player: Player): () => void {
  let heardSeconds = arrivedSeconds
  let { jumps } = player.store.getState()
  let run: Run | null = null

  function onJump(before: number, position: number): void {
    const { position: offered, count } = useBackOffer.getState()
    const at = Date.now()
    const lately = run !== null && at - run.at <= runMilliseconds ? run : null
    // The way back, once gone, is a jump of its own.
    const earlier = lately?.isOffered && offered === null ? null : lately
    const from = earlier?.from ?? (offered !== null && heardSeconds < arrivedSeconds ? offered : before)
    const isFar = Math.abs(position - from) > farSeconds
    run = { from, at, isOffered: isFar }
    if (isFar) heardSeconds = 0
    const isNear = offered !== null && (earlier !== null || Math.abs(position - before) > farSeconds)
    if (isFar || isNear) useBackOffer.setState({ position: isFar ? from : null, count: count + 1 })
  }

  const stopTicks = player.positions.subscribe(({ position }, { position: before }) => {
    const state = player.store.getState()
    const isOwn = state.jumps !== jumps
    jumps = state.jumps
    const step = position - before
    if (state.media === 'ready' && (isOwn || Math.abs(step) > farSeconds)) onJump(before, position)
    else if (step > 0) heardSeconds += step
  })
  const stopLoads = player.store.subscribe((state, before) => {
    if (state.load === before.load) return
    heardSeconds = arrivedSeconds
    run = null
    withdrawOffer()
  })
  return () => {
    stopTicks()
    stopLoads()
    withdrawOffer()
  }
}
