import { together } from '../audio/player.ts'
import { prefetch } from '../audio/prefetch.ts'
import { followBookmarks } from '../bookmarks/follow-bookmarks.ts'
import { followChapters } from '../chapters/follow-chapters.ts'
import { watchInBackground } from '../audio/background.ts'
import { findFiles, prefetchTrack } from '../queue/find-files.ts'
import { listenToKeys } from '../input/keyboard.ts'
import { connectMediaSession } from '../input/media-session.ts'
import { MarkItems } from '../marking/mark-items.tsx'
import { offerPlaces } from '../offers/place-offer.ts'
import { tellOfChangedRecordings } from '../offers/changed-recording.ts'
import { offerNextPart } from '../offers/next-part.ts'
import { offerWayBack } from '../offers/back-offer.ts'
import { syncClient } from '../offers/position-sync.ts'
import { player } from '../player.ts'
import { syncPositions } from '../positions/sync.ts'
import { ProgressView } from '../progress/progress-view.tsx'
import { useProgressParts } from '../progress/progress.tsx'
import { nextTrack } from '../reducer/queue.ts'
import { renewAddresses } from '../queue/renewal.ts'
import { keepServerQueue } from '../queue/server-queue.ts'
import { restoreQueue } from '../queue/restore-queue.ts'
import { offerQueueUndo } from '../queue/undo.ts'
import { keepSettingsSaved, restoreSettings } from '../settings/kept-settings.ts'
import { keepSpeeds } from '../settings/own-speeds.ts'
import { tellOfSleep } from '../sleep/sleep-toasts.ts'
import { joinTabs } from '../tabs/tabs.ts'

const prefetchAheadSeconds = 30
const fileAheadSeconds = 20

useProgressParts.setState({ View: ProgressView, Marks: MarkItems })

/** Connects the player with storage, other tabs, the system's controls, the keyboard and the server. */
export function startPlayer(storedQueue: Record<string, unknown>): () => void {
  restoreSettings(player)
  restoreQueue(player, storedQueue)
  return together(
    syncPositions(player, syncClient),
    joinTabs(player),
    keepSpeeds(player),
    offerWayBack(player),
    offerNextPart(player),
    tellOfChangedRecordings(player),
    offerPlaces(player),
    tellOfSleep(player),
    offerQueueUndo(player),
    keepSettingsSaved(player),
    keepServerQueue(player),
    renewAddresses(player),
    followChapters(player),
    followBookmarks(),
    findFiles(player),
    watchInBackground(player),
    connectMediaSession(player),
    listenToKeys(),
    prefetchNext(),
  )
}

/** Fetches the beginning of the next file, and of the next track, shortly before the end of this one. */
function prefetchNext(): () => void {
  return player.positions.subscribe(({ position }) => {
    const state = player.store.getState()
    const { duration, playing, speed, files, file } = state
    if (!playing) return
    const nextFile = files[file + 1]
    if (nextFile && (nextFile.startSeconds - position) / speed <= fileAheadSeconds)
      prefetch(nextFile.audioUrl)
    if (duration === null || (duration - position) / speed > prefetchAheadSeconds) return
    const next = nextTrack(state)
    if (next !== null) prefetchTrack(next).catch(() => undefined)
  })
}
