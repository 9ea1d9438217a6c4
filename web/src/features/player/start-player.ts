import { teachAll } from './engine/full-rules.ts'
import { listenToKeys } from './keyboard.ts'
import { connectMediaSession } from './media-session.ts'
import { joinTabs, type OnePlayer } from './one-player/one-player.ts'
import { keepSpeeds, speedOf } from './own-speeds.ts'
import { keepPositions } from './positions/keep-positions.ts'
import { keepQueueSaved, restoreQueue } from './saved-queue.ts'
import { keepSettingsSaved, restoreSettings } from './saved-settings.ts'
import { keepServerQueue } from './server-queue/keep-server-queue.ts'
import { tellOfSleep } from './sleep-notice/sleep-toasts.ts'
import { player } from './the-player.ts'
import { warmNext } from './warm-next.ts'

/** The other tabs of this browser, while the player is tied to them. */
export const tabs: { current: OnePlayer | null } = { current: null }

/** Ties the player to what surrounds it: storage, the system's controls, the keyboard, the network. */
export function startPlayer(): () => void {
  const forget = teachAll(player, speedOf)
  restoreSettings(player)
  const stopKeeping = keepPositions(player)
  restoreQueue(player)
  tabs.current = joinTabs(player)
  const stops = [
    stopKeeping,
    keepSpeeds(player),
    forget,
    tabs.current.leave,
    tellOfSleep(player),
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
