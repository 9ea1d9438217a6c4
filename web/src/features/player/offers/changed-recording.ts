import { getEpisodeOverview } from '@earmark/contract/episode-lists.ts'
import { create } from 'zustand'
import { ApiError } from '../../../lib/api.ts'
import { apiQuery, queryClient } from '../../../lib/query-client.ts'
import { type Player, together } from '../audio/player.ts'
import { readPosition } from '../positions/store.ts'
import { currentTrack, type PlayerState } from '../reducer/state.ts'

/** Whether the sound elsewhere that is current has become another one since the listener was in it. */
export const useChangedRecording = create<{ isTold: boolean }>(() => ({ isTold: false }))

export function withdrawChangedRecording(): void {
  useChangedRecording.setState({ isTold: false })
}

const isRelayed = (src: string | null) => src !== null && /\/relay\//.test(src)

/**
 * Sounds elsewhere change without a word, such as by another advertisement in them: places in them move. The server finds
 * out when it passes one on, so it is asked once the sound is there.
 */
export function tellOfChangedRecordings(player: Player): () => void {
  /** When the listener was last in the track of the present load; null for never. */
  let heardAt = lastHeard(player.store.getState())

  async function find(state: PlayerState): Promise<void> {
    const track = currentTrack(state)
    if (heardAt === null || track?.recording.kind !== 'episode' || !isRelayed(track.audioSrc)) return
    const { id: episodeId, podcastId: id } = track.recording
    const changedAt = await changeOf(id, episodeId)
    const isPresent = player.store.getState().load === state.load
    if (isPresent && heardAt !== null && changedAt !== null && changedAt > heardAt)
      useChangedRecording.setState({ isTold: true })
  }

  const stop = player.store.subscribe((state, before) => {
    if (state.currentId !== before.currentId) withdrawChangedRecording()
    if (state.load !== before.load) heardAt = lastHeard(state)
    if (state.media === 'ready' && before.media !== 'ready') void find(state)
  })
  if (player.store.getState().media === 'ready') void find(player.store.getState())
  return together(stop, withdrawChangedRecording)
}

function lastHeard(state: PlayerState): number | null {
  const track = currentTrack(state)
  const kept = track === null ? null : readPosition(track.recording)
  return kept === null || kept.finished || kept.position < 1 ? null : kept.at
}

/** Null for never, and without an answer. */
async function changeOf(id: number, episodeId: number): Promise<number | null> {
  try {
    const query = apiQuery(getEpisodeOverview, { params: { id, episodeId } })
    const { recordingChangedAt } = await queryClient.query({ ...query, staleTime: 0 })
    return recordingChangedAt === null ? null : Date.parse(recordingChangedAt)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
