import type { AudioCommand, Report } from '../reducer/events.ts'
import { createStandstill } from './standstill.ts'

/** Seconds. */
export type Ticks = { position: number; buffered: readonly (readonly [from: number, to: number])[] }

export type AudioOutput = {
  obey: (command: AudioCommand) => void
  position: () => number
}

/**
 * The app's one audio element: browsers let an element that a click has started go on with the next track, but not a
 * new one. By the HTML standard a new load drops the pending events of the old one; a refused `play()` names its load.
 */
export function createAudioOutput(
  report: (report: Report) => void,
  tick: (ticks: Ticks) => void,
): AudioOutput {
  let audio: HTMLAudioElement | null = null
  let load = 0
  let fileStart = 0

  function element(): HTMLAudioElement {
    audio ??= listenedTo(document.createElement('audio'))
    return audio
  }

  function listenedTo(made: HTMLAudioElement): HTMLAudioElement {
    const sayTicks = () => tick({ position: position(), buffered: ranges(made.buffered, fileStart) })
    const sayLength = () => {
      // A new load reports the loss of the old duration as well.
      if (made.readyState > HTMLMediaElement.HAVE_NOTHING)
        report({ type: 'media-known', duration: made.duration })
    }
    const listeners: { [event in keyof HTMLMediaElementEventMap]?: () => void } = {
      loadedmetadata: sayLength,
      durationchange: sayLength,
      canplay: () => report({ type: 'media-playable' }),
      // An event comes later than what it tells of, which a newer command may have undone.
      play: () => !made.paused && report({ type: 'play-begun' }),
      playing: () => !made.paused && report({ type: 'sounding' }),
      waiting: () => report({ type: 'buffering' }),
      // The element pauses before `ended`.
      pause: () => made.paused && !made.ended && report({ type: 'paused' }),
      ended: () => report({ type: 'ended' }),
      error: () => report({ type: 'broken', position: position() }),
      timeupdate: sayTicks,
      seeked: sayTicks,
      progress: sayTicks,
    }
    for (const [event, listener] of Object.entries(listeners)) made.addEventListener(event, listener)
    watchStandstill(made)
    made.hidden = true
    document.body.append(made)
    return made
  }

  /** Loading again wakes it. */
  function watchStandstill(made: HTMLAudioElement): void {
    const isReady = () => !made.seeking && made.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
    const { start, stop } = createStandstill(
      () => (isReady() ? made.currentTime : null),
      () => report({ type: 'broken', position: position() }),
    )
    for (const event of ['play', 'playing']) made.addEventListener(event, start)
    for (const event of ['pause', 'ended', 'emptied']) made.addEventListener(event, stop)
  }

  function position(): number {
    return fileStart + (audio?.currentTime ?? 0)
  }

  function play(): void {
    const answersTo = load
    element().preload = 'auto'
    element()
      .play()
      .catch((reason: unknown) => {
        const name = reason instanceof DOMException ? reason.name : ''
        // A pause, a newer load, or broken media, which has an error event.
        if (name === 'AbortError' || name === 'NotSupportedError') return
        report({ type: 'play-refused', load: answersTo })
      })
  }

  function obey(command: AudioCommand): void {
    switch (command.type) {
      case 'load':
        load = command.load
        fileStart = command.fileStart
        element().preload = command.play ? 'auto' : 'metadata'
        element().src = command.src
        // Without media this is the default playback start position, which a new load keeps from the one before it.
        element().currentTime = Math.max(command.startAt - fileStart, 0)
        tick({ position: command.startAt, buffered: [] })
        if (command.play) play()
        return
      case 'unload':
        element().pause()
        element().removeAttribute('src')
        element().load()
        // Without media it is the position.
        fileStart = command.position
        tick({ position: fileStart, buffered: [] })
        return
      case 'play':
        play()
        return
      case 'pause':
        element().pause()
        return
      case 'seek':
        element().currentTime = command.position - fileStart
        tick({ position: command.position, buffered: ranges(element().buffered, fileStart) })
        return
      case 'tune':
        // A load sets the rate back to the default rate.
        element().defaultPlaybackRate = command.speed
        element().playbackRate = command.speed
        element().preservesPitch = true
        element().volume = command.volume
        element().muted = command.muted
    }
  }

  return { obey, position }
}

/** In seconds of the recording. */
function ranges(buffered: TimeRanges, fileStart: number): (readonly [number, number])[] {
  return Array.from({ length: buffered.length }, (_, index) => [
    fileStart + buffered.start(index),
    fileStart + buffered.end(index),
  ])
}
