/**
 * Media that breaks off (a server's restart, a change of networks) is loaded again at its position. Media that never
 * loaded, or that breaks off again and again at one place, has failed. A signed address that never loaded may have ended:
 * it is tried again as well, until another one comes.
 */
import { isSigned } from '@earmark/contract/media-addresses.ts'
import { begin, type Transition, unchanged } from './loading.ts'
import { currentTrack, isActive, type NewTrack, type PlayerState, srcOf, type Track } from './state.ts'

/** The pauses before each try at one place: a quarter of a minute in all. */
export const retryAfterSeconds = [0.25, 0.5, 1, 2, 3, 4, 4] as const

const samePlaceSeconds = 5

export function broken(state: PlayerState, position: number): Transition {
  const { media, interruption: last } = state
  const at = position > 0 ? position : state.startAt
  const tries = last !== null && Math.abs(at - last.at) < samePlaceSeconds ? last.tries + 1 : 1
  const seconds = retryAfterSeconds[tries - 1]
  const still: PlayerState = {
    ...state,
    media: 'nothing',
    startAt: at,
    playing: false,
    waiting: false,
    seeking: null,
  }
  const isFirst = media === 'nothing' || (media !== 'ready' && last === null && !isSigned(srcOf(state) ?? ''))
  if (isFirst || seconds === undefined)
    return unchanged(
      { ...still, starting: false, changing: false, failed: true, interruption: null },
      { type: 'tell-failure' },
    )
  return unchanged(
    { ...still, starting: isActive(state), failed: false, interruption: { at, tries } },
    { type: 'wait', load: state.load, seconds },
  )
}

export function retry(state: PlayerState, load: number): Transition {
  const current = currentTrack(state)
  const isDue = load === state.load && state.interruption !== null && state.media === 'nothing'
  if (current === null || !isDue) return unchanged(state)
  return begin(state, current, { play: state.starting, startAt: state.startAt })
}

/** Media that is broken is loaded again from its new address. */
export function renew(state: PlayerState, tracks: readonly NewTrack[]): Transition {
  const renewedQueue = state.queue.map((track) => renewed(track, tracks))
  const isNew = renewedQueue.some((track, place) => track !== state.queue[place])
  const queue = isNew ? renewedQueue : state.queue
  const current = currentTrack({ ...state, queue })
  const fresh = current && freshOf(current, tracks)
  const next = { ...state, queue, files: (state.files.length > 0 && fresh?.files) || state.files }
  if (current === null || srcOf(next) === srcOf(state) || state.media !== 'nothing') return unchanged(next)
  return begin(next, current, { play: state.starting, startAt: state.startAt })
}

function renewed(track: Track, tracks: readonly NewTrack[]): Track {
  const fresh = freshOf(track, tracks)
  if (fresh === undefined || fresh.audioSrc === track.audioSrc) return track
  return { ...track, audioSrc: fresh.audioSrc, coverImageSrc: fresh.coverImageSrc }
}

function freshOf({ recording: { kind, id } }: Track, tracks: readonly NewTrack[]): NewTrack | undefined {
  return tracks.find(({ recording }) => recording.kind === kind && recording.id === id)
}

/** The address of the whole plays from there on; without one it is as with media that broke off. */
export function stuck(state: PlayerState, position: number): Transition {
  const current = currentTrack(state)
  if (current === null || !state.changing) return unchanged(state)
  if (current.audioSrc === null) return broken({ ...state, starting: true }, position)
  return begin({ ...state, changing: false, joined: true }, current, { play: true, startAt: position })
}
