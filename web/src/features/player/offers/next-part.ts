import { type AudioBook, getAudioBook } from '@earmark/contract/audio-books.ts'
import { getSeries } from '@earmark/contract/series.ts'
import { create } from 'zustand'
import { ApiError } from '../../../lib/api.ts'
import { apiQuery, queryClient } from '../../../lib/query-client.ts'
import { type Player, together } from '../audio/player.ts'
import { trackOf } from '../queue/items.ts'
import { nextTrack } from '../reducer/queue.ts'
import { currentTrack, type NewTrack, type PlayerState } from '../reducer/state.ts'

interface NextPart {
  readonly series: string
  readonly track: NewTrack
}

/** The part of a series that follows an audio book which has just ended; null for none. */
export const useNextPart = create<{ offered: NextPart | null }>(() => ({ offered: null }))

export function withdrawNextPart(): void {
  useNextPart.setState({ offered: null })
}

/** Plays it at the end of the queue. */
export function playNextPart(player: Player): void {
  const { offered } = useNextPart.getState()
  if (offered === null) return
  player.play(offered.track, [...player.store.getState().queue, offered.track])
}

/** Paused by its end, but for the last moment that is never reported. */
const endSeconds = 1

/** Offers the next part of a series when an audio book ends and nothing follows in the queue. */
export function offerNextPart(player: Player): () => void {
  function hasEnded(state: PlayerState): boolean {
    if (state.playing || state.duration === null || nextTrack(state) !== null) return false
    return player.positions.getState().position >= state.duration - endSeconds
  }

  async function offer(state: PlayerState): Promise<void> {
    const recording = currentTrack(state)?.recording
    if (recording?.kind !== 'audio-book') return
    const offered = await findNextPart(recording.id)
    const now = player.store.getState()
    if (now.load === state.load && hasEnded(now)) useNextPart.setState({ offered })
  }

  const stop = player.store.subscribe((state, before) => {
    if (before.playing && hasEnded(state)) void offer(state)
    else if (useNextPart.getState().offered !== null && !hasEnded(state)) withdrawNextPart()
  })
  return together(stop, withdrawNextPart)
}

/** In the first of its series that has one; null also without an answer. */
async function findNextPart(id: number): Promise<NextPart | null> {
  try {
    const book = await queryClient.query(apiQuery(getAudioBook, { params: { id } }))
    for (const part of book.series) {
      const { name, audioBooks } = await queryClient.query(apiQuery(getSeries, { params: { id: part.id } }))
      const place = audioBooks.findIndex((other) => other.id === id)
      const following = audioBooks.slice(place + 1).find(({ tracksCount }) => tracksCount > 0)
      const track = place >= 0 && following ? trackOfBook(following) : null
      if (track) return { series: name, track }
    }
    return null
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

function trackOfBook(book: AudioBook): NewTrack | null {
  return trackOf({
    ...book,
    audioBookId: book.id,
    podcastId: null,
    podcastEpisodeId: null,
    title: book.name,
    subtitle: book.readers.map(({ nickname }) => nickname).join(', '),
  })
}
