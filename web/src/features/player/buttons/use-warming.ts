import { type PointerEvent, useEffect, useRef } from 'react'
import { warm } from '../audio/warm.ts'

const dwellMilliseconds = 120

/** For what plays a recording when clicked: its first bytes set out when a mouse rests on it, or a finger lands. */
export function useWarming(audioSrc: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  function warmAll(): void {
    warm(audioSrc)
    // The bar is there when the click comes. What fails now is tried again by the click.
    import('../bar/bar.tsx').catch(() => {})
  }

  return {
    onPointerEnter(event: PointerEvent): void {
      if (event.pointerType === 'mouse') timer.current = setTimeout(warmAll, dwellMilliseconds)
    },
    onPointerLeave: () => clearTimeout(timer.current),
    onPointerDown: warmAll,
  }
}
