import { together } from '../audio/player.ts'
import { prefetch } from '../audio/prefetch.ts'
import { listenToKeys } from '../input/keyboard.ts'
import { connectMediaSession } from '../input/media-session.ts'
import { offerWayBack } from '../offers/back-offer.ts'
import { syncClient } from '../offers/position-sync.ts'
import { player } from '../player.ts'
import { syncPositions } from '../positions/sync.ts'
import { ProgressView } from '../progress/progress-view.tsx'
import { useProgressView } from '../progress/progress.tsx'
import { nextTrack } from '../reducer/queue.ts'
import { keepServerQueue } from '../queue/server-queue.ts'
import { offerQueueUndo } from '../queue/undo.ts'
import { keepSettingsSaved, restoreSettings } from '../settings/kept-settings.ts'
import { keepSpeeds } from '../settings/own-speeds.ts'
import { tellOfSleep } from '../sleep/sleep-toasts.ts'
import { joinTabs } from '../tabs/tabs.ts'

const prefetchAheadSeconds = 30

useProgressView.setState({ View: ProgressView })

/** Connects the player with storage, other tabs, the system's controls, the keyboard and the server. */
export function startPlayer(): () => void {
  restoreSettings(player)
  return together(
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
    prefetchNext(),
  )
}

/** Fetches the beginning of the next track shortly before the end of this one. */
function prefetchNext(): () => void {
  return player.positions.subscribe(({ position }) => {
    const state = player.store.getState()
    const { duration, playing, speed } = state
    if (!playing || duration === null || (duration - position) / speed > prefetchAheadSeconds) return
    const next = nextTrack(state)
    if (next !== null) prefetch(next.audioSrc)
  })
}
