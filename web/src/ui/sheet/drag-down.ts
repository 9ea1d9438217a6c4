import type { PointerEvent } from 'react'

/** A release this far down, or this fast, closes the dialog. */
const farPixels = 96
const fastPixelsPerMillisecond = 0.5
const leastPixels = 24

/** Handlers for the part of a dialog that drags it down; that part needs `touch-action: none`. */
export function dragDown() {
  let from: { id: number; y: number; at: number } | null = null

  function follow({ currentTarget }: PointerEvent<HTMLElement>, pixels: number | null) {
    const dialog = currentTarget.closest('dialog')
    if (dialog !== null) dialog.style.translate = pixels === null ? '' : `0 ${Math.max(pixels, 0)}px`
    return dialog
  }

  return {
    onPointerDown({ pointerType, isPrimary, pointerId: id, clientY: y, timeStamp: at }: PointerEvent): void {
      if (pointerType !== 'mouse' && isPrimary) from = { id, y, at }
    },
    onPointerMove(event: PointerEvent<HTMLElement>): void {
      if (event.pointerId === from?.id) follow(event, event.clientY - from.y)
    },
    onPointerUp(event: PointerEvent<HTMLElement>): void {
      if (from === null || event.pointerId !== from.id) return
      const pixels = event.clientY - from.y
      const isFast = pixels > leastPixels && pixels / (event.timeStamp - from.at) > fastPixelsPerMillisecond
      from = null
      const dialog = follow(event, null)
      if (pixels > farPixels || isFast) dialog?.close()
    },
    onPointerCancel(event: PointerEvent<HTMLElement>): void {
      from = null
      follow(event, null)
    },
  }
}
