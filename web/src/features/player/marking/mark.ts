/** Marks recordings as finished or unplayed without playing them: here at once, then on the server. */
import { listFollows } from '@earmark/contract/follows.ts'
import { finishPositions, unfinishPositions } from '@earmark/contract/position-edits.ts'
import { listShelves } from '@earmark/contract/shelves.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { apiQuery, queryClient } from '../../../lib/query-client.ts'
import { storedPerson } from '../../../lib/tokens.ts'
import { dismissToast, showToast, useToasts } from '../../../ui/toast/toasts.ts'
import { messages } from '../bar-messages.ts'
import { syncClient } from '../offers/position-sync.ts'
import { player } from '../player.ts'
import { acknowledged, recordLocal } from '../positions/merge.ts'
import type { Place } from '../positions/recall.ts'
import { readPosition, type StoredPosition, writePosition } from '../positions/store.ts'
import { pausedFor } from '../positions/sync.ts'
import type { NewTrack, RecordingRef } from '../reducer/state.ts'

export type Mark = 'finished' | 'unplayed'

const undoMilliseconds = 20_000

let offered: number | null = null

export async function markAs(mark: Mark, track: NewTrack): Promise<void> {
  await silenced(track.recording)
  const before = readPosition(track.recording)
  const length = before?.durationSeconds ?? track.durationSeconds ?? before?.position ?? 0
  const position = mark === 'finished' ? length : 0
  const change = write(track, { position, finished: mark === 'finished', at: Date.now() })
  offerUndo(mark, () => {
    const { position: at = 0, finished = false } = before ?? {}
    write(track, { position: at, finished, at: before?.at ?? Date.now() })
    void syncClient.push(track.recording).then(forgetShelves)
  })
  await send(mark, track.recording, change)
  forgetShelves()
}

/** What plays would write its own position again. */
async function silenced(recording: RecordingRef): Promise<void> {
  if (!isLoaded(recording)) return
  player.pause()
  await pausedFor(player)
}

function isLoaded({ kind, id }: RecordingRef): boolean {
  const loaded = player.track()?.recording
  return loaded?.kind === kind && loaded.id === id
}

/** @returns the change */
function write(track: NewTrack, place: Place): number {
  const { recording } = track
  const kept = readPosition(recording)
  const rate = kept?.playbackRate ?? 1
  const next: StoredPosition = {
    ...recordLocal(kept, place, rate),
    recording,
    track,
    durationSeconds: kept?.durationSeconds ?? track.durationSeconds,
  }
  writePosition(next)
  if (isLoaded(recording) && !place.finished) player.send({ type: 'move', position: place.position })
  return next.change
}

/** The click is newer than anything that the server has. Without an answer, the change is sent as a position is. */
async function send(mark: Mark, recording: RecordingRef, change: number): Promise<void> {
  const person = storedPerson()
  if (person === '') return
  const endpoint = mark === 'finished' ? finishPositions : unfinishPositions
  try {
    const [saved] = await call(endpoint, { body: { items: [itemOf(recording)] } })
    const kept = readPosition(recording, person)
    if (kept !== null && saved)
      writePosition({ ...kept, ...acknowledged(kept, change, saved.version), theirs: null }, person)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    await syncClient.push(recording)
  }
}

function itemOf(recording: RecordingRef) {
  return recording.kind === 'audio-book'
    ? { audioBookId: recording.id }
    : { podcastId: recording.podcastId, podcastEpisodeId: recording.id }
}

function offerUndo(mark: Mark, run: () => void): void {
  if (offered !== null) dismissToast(offered)
  const action = { label: messages.undo, run }
  showToast({ message: messages.marked[mark], type: 'success', duration: undoMilliseconds, action })
  offered = useToasts.getState().shown.at(-1)?.id ?? null
}

/** They tell what is begun, new and finished. */
function forgetShelves(): void {
  for (const { queryKey } of [apiQuery(listFollows, {}), apiQuery(listShelves, {})])
    void queryClient.invalidateQueries({ queryKey })
}
