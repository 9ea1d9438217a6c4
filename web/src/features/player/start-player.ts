import { teachAll } from './engine/full-rules.ts'
import { listenToKeys } from './keyboard.ts'
import { connectMediaSession } from './media-session.ts'
import { joinTabs, type OnePlayer } from './one-player/one-player.ts'
import { keepSpeeds, speedOf } from './own-speeds.ts'
import { offerWayBack } from './positions/back-offer.ts'
import { syncPositions } from './positions/sync-positions.ts'
import { exchange } from './positions/the-exchange.ts'
import { ProgressView } from './progress/progress-view.tsx'
import { useProgressView } from './progress/progress.tsx'
import { offerQueueUndo } from './queue-undo.ts'
import { keepQueueSaved, restoreQueue } from './saved-queue.ts'
import { keepSettingsSaved, restoreSettings } from './saved-settings.ts'
import { keepServerQueue } from './server-queue/keep-server-queue.ts'
import { tellOfSleep } from './sleep-notice/sleep-toasts.ts'
import { player } from './the-player.ts'
import { warmNext } from './warm-next.ts'

/** The other tabs of this browser, while the player is tied to them. */
export const tabs: { current: OnePlayer | null } = { current: null }

// Whoever has listened to something needs it; who has not, has not come here.
useProgressView.setState({ View: ProgressView })

/** Ties the player to what surrounds it: storage, the system's controls, the keyboard, the network. */
export function startPlayer(): () => void {
  const forget = teachAll(player, speedOf)
  restoreSettings(player)
  const stopSync = syncPositions(player, exchange)
  restoreQueue(player)
  tabs.current = joinTabs(player)
  const stops = [
    stopSync,
    keepSpeeds(player),
    forget,
    offerWayBack(player),
    tabs.current.leave,
    tellOfSleep(player),
    offerQueueUndo(player),
    keepSettingsSaved(player),
    keepQueueSaved(player),
    keepServerQueue(player),
    connectMediaSession(player),
    listenToKeys(),
    warmNext(player),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
