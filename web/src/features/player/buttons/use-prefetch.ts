import { type PointerEvent, useEffect, useRef } from 'react'
import { prefetch } from '../audio/prefetch.ts'

const dwellMilliseconds = 120

/** Handlers for a button that plays: the recording's first bytes are fetched when a mouse rests on it or a finger lands. */
export function usePrefetch(audioSrc: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  function prefetchAll(): void {
    prefetch(audioSrc)
    // The click tries again after a failure.
    import('../bar/bar.tsx').catch(() => {})
  }

  return {
    onPointerEnter(event: PointerEvent): void {
      if (event.pointerType === 'mouse') timer.current = setTimeout(prefetchAll, dwellMilliseconds)
    },
    onPointerLeave: () => clearTimeout(timer.current),
    onPointerDown: prefetchAll,
  }
}
