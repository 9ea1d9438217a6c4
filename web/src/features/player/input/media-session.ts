import type { Player } from '../audio/player.ts'
import { currentTrack, isActive, type PlayerState, shownDuration, type Track } from '../reducer/state.ts'
import { useJumps } from '../settings/kept-settings.ts'

/** The system's own controls: lock screen, media keys, headset. */
export function connectMediaSession(player: Player): () => void {
  const { mediaSession } = navigator as { mediaSession?: MediaSession }
  if (mediaSession === undefined) return () => {}

  for (const [action, handler] of Object.entries(handlersFor(player))) {
    setHandler(mediaSession, action as MediaSessionAction, handler)
  }

  function say(state: PlayerState): void {
    if (mediaSession === undefined) return
    mediaSession.playbackState = state.currentId === null ? 'none' : isActive(state) ? 'playing' : 'paused'
    mediaSession.setPositionState(placeIn(state, player.position()))
  }

  function sayTrack(track: Track | null): void {
    if (mediaSession !== undefined) mediaSession.metadata = track === null ? null : metadataFor(track)
  }

  sayTrack(currentTrack(player.store.getState()))
  say(player.store.getState())
  const stopState = player.store.subscribe((state, before) => {
    if (state.currentId !== before.currentId) sayTrack(currentTrack(state))
    // A sleep timer that counts is no news to the system.
    if (state.sleep === before.sleep || isActive(state) !== isActive(before)) say(state)
  })
  // The system counts on by itself; it has to be told of jumps only.
  const stopPlace = player.positions.subscribe(({ position }, before) => {
    if (Math.abs(position - before.position) > 1.5) say(player.store.getState())
  })
  return () => {
    stopState()
    stopPlace()
  }
}

function handlersFor(player: Player): { [action in MediaSessionAction]?: MediaSessionActionHandler } {
  return {
    play: () => player.send({ type: 'play' }),
    pause: player.pause,
    stop: player.pause,
    previoustrack: player.previous,
    nexttrack: player.next,
    seekbackward: ({ seekOffset }) => player.skip(-(seekOffset ?? useJumps.getState().backSeconds)),
    seekforward: ({ seekOffset }) => player.skip(seekOffset ?? useJumps.getState().forwardSeconds),
    seekto: ({ seekTime }) => {
      if (seekTime !== undefined) player.send({ type: 'seek', position: seekTime })
    },
  }
}

function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler,
): void {
  try {
    session.setActionHandler(action, handler)
  } catch {
    // A browser refuses the actions that it does not know.
  }
}

const artworkSizes = ['96x96', '128x128', '192x192', '256x256', '384x384', '512x512']

function metadataFor({ title, subtitle, coverImageSrc }: Track): MediaMetadata {
  const artwork = coverImageSrc === null ? [] : artworkSizes.map((sizes) => ({ src: coverImageSrc, sizes }))
  return new MediaMetadata({ title, artist: subtitle, album: 'Earmark', artwork })
}

/** Nothing while the length is unknown: the system refuses a place beyond the end. */
export function placeIn(state: PlayerState, position: number): MediaPositionState {
  const duration = shownDuration(state)
  if (duration === null) return {}
  return { duration, position: Math.min(Math.max(position, 0), duration), playbackRate: state.speed }
}
