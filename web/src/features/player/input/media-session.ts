import { type Player, together } from '../audio/player.ts'
import { step } from '../chapters/follow-chapters.ts'
import { isActive, type PlayerState, shownDuration, type Track } from '../reducer/state.ts'
import { useJumps } from '../settings/kept-settings.ts'

/** The system's own controls: lock screen, media keys, headset. */
export function connectMediaSession(player: Player): () => void {
  const session = (navigator as { mediaSession?: MediaSession }).mediaSession
  return session === undefined ? () => {} : connect(player, session)
}

function connect(player: Player, session: MediaSession): () => void {
  for (const [action, handler] of Object.entries(handlersFor(player))) {
    setHandler(session, action as MediaSessionAction, handler)
  }

  function tellState(): void {
    const state = player.store.getState()
    session.playbackState = state.currentId === null ? 'none' : isActive(state) ? 'playing' : 'paused'
    session.setPositionState(placeIn(state, player.position()))
  }

  function tellTrack(): void {
    const track = player.track()
    session.metadata = track && metadataFor(track)
  }

  tellTrack()
  tellState()
  return together(
    player.store.subscribe((state, before) => {
      if (state.currentId !== before.currentId) tellTrack()
      // Not for each second of the sleep timer.
      if (state.sleep === before.sleep || isActive(state) !== isActive(before)) tellState()
    }),
    // The system counts on by itself.
    player.positions.subscribe(({ position }, before) => {
      if (Math.abs(position - before.position) > 1.5) tellState()
    }),
  )
}

function handlersFor(player: Player): { [action in MediaSessionAction]?: MediaSessionActionHandler } {
  return {
    play: () => player.send({ type: 'play' }),
    pause: player.pause,
    stop: player.pause,
    previoustrack: () => step(player, -1),
    nexttrack: () => step(player, 1),
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

/** None while the duration is unknown: WebKit refuses a state without one, and all a position beyond it. */
function placeIn(state: PlayerState, position: number): MediaPositionState | undefined {
  const duration = shownDuration(state)
  if (duration === null) return undefined
  return { duration, position: Math.min(Math.max(position, 0), duration), playbackRate: state.speed }
}
