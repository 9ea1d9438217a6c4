/** Recordings of several files, whose addresses lists do not have. */
import { type AudioBookDetail, getAudioBook } from '@earmark/contract/audio-books.ts'
import { apiQuery, load, queryClient } from '../../../lib/query-client.ts'
import { recall } from '../positions/recall.ts'
import { fileAt, filesOf } from '../reducer/files.ts'
import type { AudioFile, NewTrack, PlayerState } from '../reducer/state.ts'
import type { Player } from '../audio/player.ts'
import { prefetch } from '../audio/prefetch.ts'

/** Gives the player the files that it waits for: in the same turn where the record is known, none without an answer. */
export function findFiles(player: Player): () => void {
  function follow(state: PlayerState, before?: PlayerState): void {
    const track = player.track()
    if (state.media !== 'finding' || track === null) return
    if (before?.media === 'finding' && before.load === state.load) return
    const answer = (files: readonly AudioFile[]) => player.send({ type: 'found', load: state.load, files })
    const known = queryClient.getQueryData<AudioBookDetail>(recordOf(track).queryKey)
    if (known === undefined) filesFor(track).then(answer, () => answer([]))
    else answer(filesOf(known).files ?? [])
  }

  follow(player.store.getState())
  return player.store.subscribe(follow)
}

/** Fetches the first bytes of the file in which the listener goes on. */
export async function prefetchTrack(track: NewTrack): Promise<void> {
  if (track.filesCount === undefined) return prefetch(track.audioSrc)
  const files = await filesFor(track)
  prefetch(files[fileAt(files, recall(track) ?? 0)]?.audioUrl ?? track.audioSrc)
}

async function filesFor(track: NewTrack): Promise<readonly AudioFile[]> {
  return track.files ?? filesOf(await load(recordOf(track))).files ?? []
}

function recordOf({ recording }: NewTrack) {
  return apiQuery(getAudioBook, { params: { id: recording.id } })
}
