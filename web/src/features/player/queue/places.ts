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
