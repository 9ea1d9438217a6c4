import { type KeyboardEvent, type PointerEvent, useState } from 'react'

type Drag<Id> = { id: Id; from: number; to: number; startY: number; movedPixels: number; rowPixels: number }

/** The offset of a row from its place. */
export type Shift = { pixels: number; isDragged: boolean }

/** The list scrolls while a row is dragged this near to its edge, by so much for each movement. */
const edgePixels = 48
const scrollPixels = 12

export type HandleProps = ReturnType<ReturnType<typeof useReorder>['handleOf']>

/**
 * Reorders the rows of a list by their handles: with the pointer at the drop, or by keys. Rows are `li` or `tr` of one height.
 *
 * @param move puts a row at a place, from 0
 */
export function useReorder<Id extends string | number>(count: number, move: (id: Id, place: number) => void) {
  const [drag, setDrag] = useState<Drag<Id> | null>(null)

  function begin(event: PointerEvent<HTMLElement>, id: Id, from: number): void {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const rowPixels = event.currentTarget.closest<HTMLElement>('li, tr')?.offsetHeight ?? 0
    const startY = event.clientY + scrollerOf(event.currentTarget).scrollTop
    setDrag({ id, from, to: from, startY, movedPixels: 0, rowPixels })
  }

  function follow(event: PointerEvent<HTMLElement>): void {
    if (drag === null) return
    const scroller = scrollerOf(event.currentTarget)
    scrollAtEdges(scroller, event.clientY)
    const movedPixels = event.clientY + scroller.scrollTop - drag.startY
    setDrag({ ...drag, movedPixels, to: placeUnder(drag.from, movedPixels, drag.rowPixels, count) })
  }

  function drop(): void {
    if (drag !== null && drag.to !== drag.from) move(drag.id, drag.to)
    setDrag(null)
  }

  return {
    isDragging: drag !== null,
    shiftOf(place: number): Shift | null {
      if (drag === null) return null
      if (place === drag.from) return { pixels: drag.movedPixels, isDragged: true }
      return { pixels: roomMade(place, drag.from, drag.to) * drag.rowPixels, isDragged: false }
    },
    handleOf: (id: Id, place: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => begin(event, id, place),
      onPointerMove: follow,
      onPointerUp: drop,
      onPointerCancel: () => setDrag(null),
      onKeyDown(event: KeyboardEvent): void {
        if (event.key === 'Escape' && drag !== null) {
          event.stopPropagation()
          return setDrag(null)
        }
        const wanted = placeForKey(event.key, place, count)
        if (wanted === null || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        if (wanted !== place) move(id, wanted)
      },
    }),
  }
}

/** The list, the dialog around it, or the page. */
function scrollerOf(handle: HTMLElement): HTMLElement {
  const list = handle.closest<HTMLElement>('ol')
  if (list !== null && list.scrollHeight > list.clientHeight) return list
  return handle.closest('dialog') ?? document.documentElement
}

function scrollAtEdges(scroller: HTMLElement, y: number): void {
  const isPage = scroller === document.documentElement
  const { top, bottom } = isPage ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect()
  if (y < top + edgePixels) scroller.scrollBy(0, -scrollPixels)
  else if (y > bottom - edgePixels) scroller.scrollBy(0, scrollPixels)
}

/** The place under a dragged row, among rows of one height. */
export function placeUnder(from: number, draggedPixels: number, rowPixels: number, count: number): number {
  if (rowPixels <= 0) return from
  return Math.min(Math.max(from + Math.round(draggedPixels / rowPixels), 0), count - 1)
}

/** The rows by which one shifts for a dragged one. */
export function roomMade(place: number, from: number, to: number): -1 | 0 | 1 {
  if (place > from && place <= to) return -1
  return place < from && place >= to ? 1 : 0
}

const keySteps = new Map([
  ['ArrowUp', -1],
  ['ArrowDown', 1],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
])

export function placeForKey(key: string, place: number, count: number): number | null {
  const step = keySteps.get(key)
  return step === undefined ? null : Math.min(Math.max(place + step, 0), count - 1)
}
