import { currentTrack, isActive } from '../reducer/state.ts'
import { elsewhere } from '../tabs/tabs.ts'
import { player } from '../player.ts'
import { withdrawOffer } from './back-offer.ts'
import { createSyncClient } from '../positions/sync-client.ts'
import { readPosition, writePosition } from '../positions/store.ts'
import { resolved } from '../positions/merge.ts'
import type { RecordingRef } from '../reducer/state.ts'

/** The app's one syncClient with the server. What another tab plays is in the listener's ear, too. */
export const syncClient = createSyncClient((recording) => {
  const state = player.store.getState()
  const here = isActive(state) ? currentTrack(state)?.recording : undefined
  return [here, elsewhere.getState().playing?.recording].some(
    (heard) => heard?.kind === recording.kind && heard.id === recording.id,
  )
})

/** The listener's word about where to go on. */
export function decide(recording: RecordingRef, where: 'there' | 'here'): void {
  const kept = readPosition(recording)
  if (kept === null) return
  const next = resolved(kept, where, Date.now())
  // The way back leads from there to here, whatever was jumped before.
  withdrawOffer()
  // The player follows what is kept, but never to an end.
  writePosition({ ...kept, ...next })
  if (where === 'there' && next.finished) player.send({ type: 'seek', position: next.position })
  void syncClient.push(recording)
}
