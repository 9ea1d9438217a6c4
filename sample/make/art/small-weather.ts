import { circle, clipped, box, fill, leaf, moved, path, stroke, times, wobble } from '../motifs.ts'

// A weather map with its one low drawn around a single warm spot.
export function smallWeather(): string {
  const centre = { x: 540, y: 775 }
  const sheet = box(0, 470, 900, 590, '')
  const lines = times(9, (index) => {
    const radius = 78 + index * 62
    const thickness = index % 3 === 2 ? 9 : 5
    const line = wobble(
      centre.x - index * 7,
      centre.y + index * 5,
      radius,
      0.05 + index * 0.011,
      0.5 + index * 0.14,
    )
    return path(line, stroke('#f6c35b', thickness, 1 - index * 0.085))
  })
  return [
    clipped('sheet', sheet, box(0, 470, 900, 590, fill('#0a3b47')) + lines),
    path(wobble(centre.x, centre.y, 46, 0.07, 0.4), fill('#ee5f45')),
    front(),
    gust(),
  ].join('')
}

function front(): string {
  const along = 'M-20 1010C150 960 250 900 330 800'
  const teeth = [
    [60, 984, -18],
    [158, 942, -27],
    [246, 884, -40],
  ] as const
  return (
    path(along, stroke('#8fd0cd', 9)) +
    teeth.map(([x, y, turn]) => moved(x, y, turn, path('M-24 0A24 24 0 0 1 24 0Z', fill('#8fd0cd')))).join('')
  )
}

function gust(): string {
  return (
    moved(716, 566, -24, leaf(74, 22, fill('#8fd0cd'))) +
    moved(800, 628, 12, leaf(56, 17, fill('#8fd0cd'))) +
    circle(690, 640, 8, fill('#8fd0cd'))
  )
}
