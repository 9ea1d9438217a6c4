import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { messages } from '../bar-messages.ts'
import type { Track } from '../reducer/state.ts'
import { player } from '../player.ts'

type Drag = { id: number; from: number; to: number; startY: number; movedPixels: number; rowPixels: number }

/** Pixels by which a row stands off its place; the row that is dragged follows the pointer itself. */
export type Shift = { pixels: number; isDragged: boolean }

/** How near to an edge of the list a row has to be dragged for the list to move on, and how fast that does. */
const edgePixels = 48
const scrollPixels = 12

export type HandleProps = ReturnType<ReturnType<typeof useQueueDrag>['handleOf']>

/** The queue's order, changed by a pointer on a row's handle or by keys on it. The queue itself changes at the drop. */
export function useQueueDrag(queue: readonly Track[]) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const [said, setSaid] = useState('')

  function move(id: number, place: number): void {
    player.send({ type: 'arrange', id, place })
    setSaid(messages.movedTo(place + 1, queue.length))
  }

  function begin(event: PointerEvent<HTMLElement>, id: number, from: number): void {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const rowPixels = event.currentTarget.closest('li')?.offsetHeight ?? 0
    const startY = event.clientY + scrollerOf(event.currentTarget).scrollTop
    setDrag({ id, from, to: from, startY, movedPixels: 0, rowPixels })
  }

  function follow(event: PointerEvent<HTMLElement>): void {
    if (drag === null) return
    const scroller = scrollerOf(event.currentTarget)
    scrollAtEdges(scroller, event.clientY)
    const movedPixels = event.clientY + scroller.scrollTop - drag.startY
    setDrag({ ...drag, movedPixels, to: placeUnder(drag.from, movedPixels, drag.rowPixels, queue.length) })
  }

  function drop(): void {
    if (drag !== null && drag.to !== drag.from) move(drag.id, drag.to)
    setDrag(null)
  }

  return {
    said,
    isDragging: drag !== null,
    shiftOf(place: number): Shift | null {
      if (drag === null) return null
      if (place === drag.from) return { pixels: drag.movedPixels, isDragged: true }
      return { pixels: roomMade(place, drag.from, drag.to) * drag.rowPixels, isDragged: false }
    },
    handleOf: (track: Track, place: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, track.id, place),
      onPointerMove: follow,
      onPointerUp: drop,
      onPointerCancel: () => setDrag(null),
      onKeyDown(event: KeyboardEvent): void {
        if (event.key === 'Escape' && drag !== null) {
          event.stopPropagation()
          return setDrag(null)
        }
        const wanted = placeForKey(event.key, place, queue.length)
        if (wanted === null || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        if (wanted !== place) move(track.id, wanted)
      },
    }),
  }
}

/** The list in wide windows, the whole sheet in narrow ones. */
function scrollerOf(handle: HTMLElement): HTMLElement {
  const list = handle.closest<HTMLElement>('ol')
  if (list !== null && list.scrollHeight > list.clientHeight) return list
  return handle.closest('dialog') ?? document.documentElement
}

function scrollAtEdges(scroller: HTMLElement, y: number): void {
  const { top, bottom } = scroller.getBoundingClientRect()
  if (y < top + edgePixels) scroller.scrollBy(0, -scrollPixels)
  else if (y > bottom - edgePixels) scroller.scrollBy(0, scrollPixels)
}

/** The place that a row dragged by so many pixels has come to, among rows of one height. */
export function placeUnder(from: number, draggedPixels: number, rowPixels: number, count: number): number {
  if (rowPixels <= 0) return from
  return Math.min(Math.max(from + Math.round(draggedPixels / rowPixels), 0), count - 1)
}

/** By how many rows one makes room while another is dragged over it. */
export function roomMade(place: number, from: number, to: number): -1 | 0 | 1 {
  if (place > from && place <= to) return -1
  return place < from && place >= to ? 1 : 0
}

/** Where a key takes a row. */
export function placeForKey(key: string, place: number, count: number): number | null {
  const places: Record<string, number> = {
    ArrowUp: place - 1,
    ArrowDown: place + 1,
    Home: 0,
    End: count - 1,
  }
  const wanted = places[key]
  return wanted === undefined ? null : Math.min(Math.max(wanted, 0), count - 1)
}
