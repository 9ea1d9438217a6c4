import { getAudioBook } from '@earmark/contract/audio-books.ts'
import { getEpisodeOverview } from '@earmark/contract/episode-lists.ts'
import { isSigned } from '@earmark/contract/media-addresses.ts'
import { call } from '../../../lib/api.ts'
import type { Player } from '../audio/player.ts'
import { filesOf } from '../reducer/files.ts'
import { type NewTrack, type PlayerState, srcOf } from '../reducer/state.ts'

/** Reads a record again when its signed address breaks, once for each break; without an answer the player tries on. */
export function renewAddresses(player: Player): () => void {
  function follow(state: PlayerState, before?: PlayerState): void {
    const { interruption } = state
    const track = player.track()
    if (interruption?.tries !== 1 || interruption === before?.interruption) return
    if (track === null || !isSigned(srcOf(state) ?? '')) return
    presentTrack(track).then(
      (fresh) => fresh && player.send({ type: 'renew', tracks: [fresh] }),
      () => undefined,
    )
  }

  follow(player.store.getState())
  return player.store.subscribe(follow)
}

/** Null for a record without audio. */
async function presentTrack(track: NewTrack): Promise<NewTrack | null> {
  const { recording } = track
  const { id } = recording
  if (recording.kind === 'episode') {
    const params = { id: recording.podcastId, episodeId: id }
    const { audioUrl, coverImagePreviewUrl } = await call(getEpisodeOverview, { params })
    return audioUrl === null ? null : { ...track, audioSrc: audioUrl, coverImageSrc: coverImagePreviewUrl }
  }
  const book = await call(getAudioBook, { params: { id } })
  const fresh = { ...track, audioSrc: book.audioUrl, coverImageSrc: book.coverImagePreviewUrl }
  return book.tracksCount === 0 ? null : { ...fresh, ...filesOf(book) }
}
