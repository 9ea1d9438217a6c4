import { player } from '../player.ts'
import { isCurrent, isSeekable, type NewTrack } from '../reducer/state.ts'

/** Plays the track from a second; what is current goes there. @param list fetches the rest of the queue */
export function playFrom(track: NewTrack, position: number, list?: () => Promise<readonly NewTrack[]>): void {
  const state = player.store.getState()
  if (isCurrent(state, track)) {
    player.send({ type: isSeekable(state) ? 'seek' : 'move', position })
    player.send({ type: 'play' })
    return
  }
  player.send({ type: 'replace', tracks: [track], currentPlace: 0, position, play: true })
  if (list !== undefined) void player.complete(list())
}
