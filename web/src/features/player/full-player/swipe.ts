import type { PointerEvent } from 'react'

const leastPixels = 48

/** Pixels, positive downwards; null for a short or oblique movement. */
export function swipedPixels(fromX: number, fromY: number, toX: number, toY: number): number | null {
  const down = toY - fromY
  return Math.abs(down) < leastPixels || Math.abs(toX - fromX) > Math.abs(down) / 2 ? null : down
}

/** Handlers for an element that does not scroll under the finger (`touch-action`). */
export function swipe(towards: 'up' | 'down', onSwipe: () => void) {
  let from: { id: number; x: number; y: number } | null = null
  return {
    onPointerDown(event: PointerEvent): void {
      if (event.pointerType === 'mouse' || !event.isPrimary) return
      // A menu that is drawn elsewhere.
      if (event.target instanceof Element && event.target.closest('[popover]')) return
      from = { id: event.pointerId, x: event.clientX, y: event.clientY }
    },
    onPointerUp(event: PointerEvent): void {
      if (from === null || event.pointerId !== from.id) return
      const down = swipedPixels(from.x, from.y, event.clientX, event.clientY)
      from = null
      if (down !== null && down > 0 === (towards === 'down')) onSwipe()
    },
    onPointerCancel(): void {
      from = null
    },
  }
}
