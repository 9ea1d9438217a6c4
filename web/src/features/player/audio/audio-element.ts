import type { AudioCommand, Report } from '../reducer/events.ts'

/** Seconds from the start, and the parts that are there without waiting. */
export type Ticks = { position: number; buffered: readonly (readonly [from: number, to: number])[] }

export type AudioOutput = {
  obey: (command: AudioCommand) => void
  position: () => number
}

/**
 * The one place that touches the audio element. There is one element for the whole visit: browsers let an
 * element that a click has started go on with the next track by itself, a fresh one they may not.
 *
 * By the standard a new load drops the events of the old one that are still to come, so events need no check of
 * where they belong. Promises do: each refused `play()` says to which load it answers.
 */
export function createAudioOutput(
  report: (report: Report) => void,
  tick: (ticks: Ticks) => void,
): AudioOutput {
  let audio: HTMLAudioElement | null = null
  let load = 0

  // Made when first needed: nothing of the first page waits for it.
  function element(): HTMLAudioElement {
    audio ??= listenedTo(document.createElement('audio'))
    return audio
  }

  function listenedTo(made: HTMLAudioElement): HTMLAudioElement {
    const sayTicks = () => tick({ position: made.currentTime, buffered: ranges(made.buffered) })
    const sayLength = () => {
      // A new load reports the loss of the old length, too.
      if (made.readyState > HTMLMediaElement.HAVE_NOTHING)
        report({ type: 'media-known', duration: made.duration })
    }
    const listeners: { [event in keyof HTMLMediaElementEventMap]?: () => void } = {
      loadedmetadata: sayLength,
      durationchange: sayLength,
      canplay: () => report({ type: 'media-playable' }),
      play: () => report({ type: 'play-begun' }),
      playing: () => report({ type: 'sounding' }),
      waiting: () => report({ type: 'dry' }),
      // At the end the element pauses before it says `ended`: that pause is not the listener's.
      pause: () => !made.ended && report({ type: 'paused' }),
      ended: () => report({ type: 'ended' }),
      error: () => report({ type: 'broken', position: made.currentTime }),
      timeupdate: sayTicks,
      seeked: sayTicks,
      progress: sayTicks,
    }
    for (const [event, listener] of Object.entries(listeners)) made.addEventListener(event, listener)
    made.hidden = true
    document.body.append(made)
    return made
  }

  function play(): void {
    const answersTo = load
    element().preload = 'auto'
    element()
      .play()
      .catch((reason: unknown) => {
        const name = reason instanceof DOMException ? reason.name : ''
        // Overtaken by a pause or a newer load; or the media is broken, which the error event tells.
        if (name === 'AbortError' || name === 'NotSupportedError') return
        report({ type: 'play-refused', load: answersTo })
      })
  }

  function obey(command: AudioCommand): void {
    switch (command.type) {
      case 'load':
        load = command.load
        element().preload = command.play ? 'auto' : 'metadata'
        element().src = command.src
        // Before there is media this is where it will start: no sound from the beginning slips out.
        if (command.startAt > 0) element().currentTime = command.startAt
        tick({ position: command.startAt, buffered: [] })
        if (command.play) play()
        return
      case 'unload':
        element().pause()
        element().removeAttribute('src')
        element().load()
        tick({ position: 0, buffered: [] })
        return
      case 'play':
        play()
        return
      case 'pause':
        element().pause()
        return
      case 'seek':
        element().currentTime = command.position
        tick({ position: command.position, buffered: ranges(element().buffered) })
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

  return { obey, position: () => audio?.currentTime ?? 0 }
}

function ranges(buffered: TimeRanges): (readonly [number, number])[] {
  return Array.from({ length: buffered.length }, (_, index) => [buffered.start(index), buffered.end(index)])
}
