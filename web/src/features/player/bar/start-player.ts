import { warm } from '../audio/warm.ts'
import { listenToKeys } from '../input/keyboard.ts'
import { connectMediaSession } from '../input/media-session.ts'
import { offerWayBack } from '../offers/back-offer.ts'
import { syncClient } from '../offers/position-sync.ts'
import { player } from '../player.ts'
import { syncPositions } from '../positions/sync.ts'
import { ProgressView } from '../progress/progress-view.tsx'
import { useProgressView } from '../progress/progress.tsx'
import { neighbour } from '../reducer/queue.ts'
import { keepServerQueue } from '../queue/server-queue.ts'
import { offerQueueUndo } from '../queue/undo.ts'
import { keepSettingsSaved, restoreSettings } from '../settings/kept-settings.ts'
import { keepSpeeds } from '../settings/own-speeds.ts'
import { tellOfSleep } from '../sleep/sleep-toasts.ts'
import { joinTabs } from '../tabs/tabs.ts'

const warmAheadSeconds = 30

// Progress is drawn for those who have listened to something, and they have the bar.
useProgressView.setState({ View: ProgressView })

/** Ties the player to what surrounds it: storage, other tabs, the system's controls, the keyboard, the server. */
export function startPlayer(): () => void {
  restoreSettings(player)
  const stops = [
    syncPositions(player, syncClient),
    joinTabs(player),
    keepSpeeds(player),
    offerWayBack(player),
    tellOfSleep(player),
    offerQueueUndo(player),
    keepSettingsSaved(player),
    keepServerQueue(player),
    connectMediaSession(player),
    listenToKeys(),
    warmNext(),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Has the next track ready shortly before its turn comes. */
function warmNext(): () => void {
  return player.positions.subscribe(({ position }) => {
    const { duration, playing, speed, queue, currentId } = player.store.getState()
    if (!playing || duration === null || (duration - position) / speed > warmAheadSeconds) return
    const next = neighbour(queue, currentId, 1)
    if (next !== null) warm(next.audioSrc)
  })
}
