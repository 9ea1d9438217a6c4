import { create } from 'zustand'
import { type Player, together } from '../audio/player.ts'

/** Offered from this distance on. */
const farSeconds = 60
/** A further jump before so much was heard keeps the first offer's position. */
const arrivedSeconds = 10
/** Jumps with shorter pauses count as one. */
const runMilliseconds = 2000

/** The position before a jump; `count` tells the offers apart. */
export const useBackOffer = create<{ position: number | null; count: number }>(() => ({
  position: null,
  count: 0,
}))

export function withdrawOffer(): void {
  useBackOffer.setState({ position: null })
}

/** A jump as well: the same key leads forth again. */
export function goBack(player: Player): void {
  const { position } = useBackOffer.getState()
  if (position === null) return
  withdrawOffer()
  player.send({ type: 'seek', position })
}

type Run = { from: number; at: number; isOffered: boolean }

export function offerWayBack(player: Player): () => void {
  let heardSeconds = arrivedSeconds
  let { jumps } = player.store.getState()
  let run: Run | null = null

  function onJump(before: number, position: number): void {
    const { position: offered, count } = useBackOffer.getState()
    const at = Date.now()
    const lately = run !== null && at - run.at <= runMilliseconds ? run : null
    // The way back is a jump of its own.
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
  return together(stopTicks, stopLoads, withdrawOffer)
}
