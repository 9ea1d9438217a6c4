import { type PointerEvent, useEffect, useRef } from 'react'
import { prefetch } from '../audio/prefetch.ts'
import type { NewTrack } from '../reducer/state.ts'

const dwellMilliseconds = 120

/** Handlers for a button that plays: the recording's first bytes are fetched when a mouse rests on it or a finger lands. */
export function usePrefetch(track: NewTrack) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  function prefetchAll(): void {
    if (track.filesCount === undefined) prefetch(track.audioSrc)
    // The click tries again after a failure.
    import('../bar/bar.tsx').then(({ prefetchTrack }) => prefetchTrack(track)).catch(() => {})
  }

  return {
    onPointerEnter(event: PointerEvent): void {
      if (event.pointerType === 'mouse') timer.current = setTimeout(prefetchAll, dwellMilliseconds)
    },
    onPointerLeave: () => clearTimeout(timer.current),
    onPointerDown: prefetchAll,
  }
}
