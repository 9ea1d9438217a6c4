import { circle, curve, fill, path, polygon, type Point, stroke, times } from '../motifs.ts'

const folds = 7
const breadth = 900 / folds

// The sea as a sheet pleated seven times; its waves run on over the creases.
export function foldedSea(): string {
  return circle(668, 590, 118, fill('#fbe3b4')) + times(folds, panel)
}

function panel(index: number): string {
  const [left, right] = [index * breadth, (index + 1) * breadth]
  const rises = index % 2 === 0
  const top = (y: number): [number, number] => (rises ? [y + 66, y - 66] : [y - 66, y + 66])
  const [from, to] = top(706)
  const sheet = polygon([
    [left, from],
    [right + 1, to],
    [right + 1, 1210],
    [left, 1210],
  ])
  const lines = times(5, (row) => {
    const [start, end] = top(768 + row * 58)
    return path(
      curve(ripple(left, right, start, end)),
      stroke(rises ? '#8fd0d0' : '#5fb0b8', 6, 0.9 - row * 0.12),
    )
  })
  return path(sheet, fill(rises ? '#1f6f86' : '#134f6b')) + lines
}

function ripple(left: number, right: number, from: number, to: number): Point[] {
  return Array.from({ length: 9 }, (_, index): Point => {
    const share = index / 8
    return [left + (right - left) * share, from + (to - from) * share + 9 * Math.sin(share * 4 * Math.PI)]
  })
}
