import { elsewhere } from '../tabs/tabs.ts'
import { player } from '../player.ts'
import { withdrawOffer } from './back-offer.ts'
import { createSyncClient } from '../positions/sync-client.ts'
import { readPosition, writePosition } from '../positions/store.ts'
import { resolved } from '../positions/merge.ts'
import type { RecordingRef } from '../reducer/state.ts'

/** The app's one sync client. Another tab's recording counts as sounding; one that is only visited does not. */
export const syncClient = createSyncClient((recording) => {
  const isHeard = player.isActive() && player.store.getState().visit === null
  const here = isHeard ? player.track()?.recording : undefined
  return [here, elsewhere.getState().playing?.recording].some(
    (heard) => heard?.kind === recording.kind && heard.id === recording.id,
  )
})

/** Answers the question which position to go on at. */
export function decide(recording: RecordingRef, where: 'there' | 'here'): void {
  const kept = readPosition(recording)
  if (kept === null) return
  const next = resolved(kept, where, Date.now())
  // Replaces the offer of an earlier jump.
  withdrawOffer()
  // `syncPositions` moves the player, but not to the end of a finished recording.
  writePosition({ ...kept, ...next })
  if (where === 'there' && next.finished) player.send({ type: 'seek', position: next.position })
  void syncClient.push(recording)
}
