import { currentTrack, isActive } from '../engine/state.ts'
import { elsewhere } from '../one-player/one-player.ts'
import { player } from '../the-player.ts'
import { withdrawOffer } from './back-offer.ts'
import { createExchange } from './exchange.ts'
import { readKept, writeKept } from './kept-store.ts'
import { decided } from './sync.ts'
import type { RecordingRef } from '../engine/state.ts'

/** The app's one exchange with the server. What another tab plays is in the listener's ear, too. */
export const exchange = createExchange((recording) => {
  const state = player.store.getState()
  const here = isActive(state) ? currentTrack(state)?.recording : undefined
  return [here, elsewhere.getState().playing?.recording].some(
    (heard) => heard?.kind === recording.kind && heard.id === recording.id,
  )
})

/** The listener's word about where to go on. */
export function decide(recording: RecordingRef, where: 'there' | 'here'): void {
  const kept = readKept(recording)
  if (kept === null) return
  const next = decided(kept, where, Date.now())
  // The way back leads from there to here, whatever was jumped before.
  withdrawOffer()
  // The player follows what is kept, but never to an end.
  writeKept({ ...kept, ...next })
  if (where === 'there' && next.finished) player.send({ type: 'seek', position: next.position })
  void exchange.save(recording)
}
