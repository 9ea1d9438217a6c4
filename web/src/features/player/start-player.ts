import { listenToKeys } from './keyboard.ts'
import { connectMediaSession } from './media-session.ts'
import { keepPositions } from './positions/keep-positions.ts'
import { keepQueueSaved, restoreQueue } from './saved-queue.ts'
import { keepSettingsSaved, restoreSettings } from './saved-settings.ts'
import { player } from './the-player.ts'
import { warmNext } from './warm-next.ts'

/** Ties the player to what surrounds it: storage, the system's controls, the keyboard, the network. */
export function startPlayer(): () => void {
  restoreSettings(player)
  const stopKeeping = keepPositions(player)
  restoreQueue(player)
  const stops = [
    stopKeeping,
    keepSettingsSaved(player),
    keepQueueSaved(player),
    connectMediaSession(player),
    listenToKeys(),
    warmNext(player),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
