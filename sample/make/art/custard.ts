import { box, circle, clipped, fill, moved, path, type Point, polygon, stroke, times } from '../motifs.ts'

const centre = { x: 430, y: 790 }
// The lid just broken, the spoon still in the crack.
export function custard(): string {
  const lid = circle(centre.x, centre.y, 252, '')
  const dish = [
    circle(centre.x, centre.y, 318, fill('#f4ead6')),
    times(36, (index) => moved(centre.x, centre.y, index * 10, box(284, -7, 34, 14, fill('#d9c9a8')))),
    circle(centre.x, centre.y, 278, fill('#f4ead6')),
    clipped('lid', lid, box(100, 500, 700, 600, fill('#fbe29a')) + panes()),
    circle(centre.x, centre.y, 252, stroke('#8a3f12', 6, 0.5)),
    spoon(),
  ]
  return moved(8, 44, 0, dish.join(''))
}

function panes(): string {
  const hit: Point = [500, 770]
  const rim = Array.from({ length: 9 }, (_, index): Point => {
    const angle = (index / 9) * 2 * Math.PI + 0.35 + (index % 2) * 0.14
    return [centre.x + 330 * Math.cos(angle), centre.y + 330 * Math.sin(angle)]
  })
  const colours = [
    '#d9822b',
    '#c46a1c',
    '#e39a3c',
    '#b4581a',
    '#d9822b',
    '#e8a94e',
    '#c46a1c',
    '#d07626',
    '#b4581a',
  ]
  const shards = times(9, (index) => {
    const [from, to] = [rim[index] as Point, rim[(index + 1) % 9] as Point]
    const apart = index % 3 === 1 ? 26 : 7
    const angle = Math.atan2((from[1] + to[1]) / 2 - hit[1], (from[0] + to[0]) / 2 - hit[0])
    return moved(
      apart * Math.cos(angle),
      apart * Math.sin(angle),
      0,
      path(polygon([hit, from, to]), fill(colours[index] ?? '#d9822b')),
    )
  })
  const bubbles = times(16, (index) =>
    circle(
      250 + ((index * 97) % 380),
      600 + ((index * 143) % 390),
      5 + (index % 4) * 3,
      fill('#7a3510', 0.35),
    ),
  )
  return shards + bubbles
}

function spoon(): string {
  return moved(
    516,
    760,
    -47,
    box(70, -13, 460, 26, `${fill('#e9eef0')} rx="13"`) +
      `<ellipse cx="48" cy="0" rx="82" ry="50" ${fill('#e9eef0')}/><ellipse cx="46" cy="0" rx="62" ry="33" ${fill('#b9c8cc')}/>`,
  )
}
