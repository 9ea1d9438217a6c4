import { box, chance, circle, fill, path, type Point, sea, stroke, times } from '../motifs.ts'

export function arcs(): string {
  const source = { x: 170, y: 1066 }
  const colours = ['#fbdcb8', '#f4a27c', '#e2694e', '#b3423f', '#7d2f38']
  const rings = times(5, (index) =>
    circle(source.x, source.y, 150 + index * 80, stroke(colours[index] ?? '#7d2f38', 46 - index * 7)),
  )
  return rings + circle(source.x, source.y, 66, fill('#fbdcb8'))
}

export function foghorn(): string {
  const sounds = times(4, (index) => {
    const reach = 150 + index * 105
    const [dx, dy] = [reach * Math.cos(0.55), reach * Math.sin(0.55)]
    return path(
      `M${430 + dx} ${790 - dy}A${reach} ${reach} 0 0 1 ${430 + dx} ${790 + dy}`,
      stroke('#f7ead7', 34 - index * 7, 0.95 - index * 0.17),
    )
  })
  return [
    circle(690, 560, 118, fill('#b4c4c5')),
    sounds,
    path('M120 752H300L470 660V920L300 828H120Z', fill('#a8382f')),
    path('M300 752L470 660V920L300 828Z', fill('#c9503f')),
    box(462, 646, 26, 288, `${fill('#33191f')} rx="13"`),
    box(168, 828, 96, 300, fill('#33191f')),
    sea(1010, 14, 480, 30, '#748d93'),
    sea(1080, 16, 400, 190, '#5a747b'),
    sea(1142, 14, 520, 90, '#425a62'),
  ].join('')
}

// A plain snap on this side of the lake, combed out into a falling note on the other.
export function ice(): string {
  const note = times(13, (index) => {
    const share = index / 12
    const tall = 26 + 190 * share ** 1.3
    return box(
      96 + index * 56,
      1090 - tall,
      26,
      tall,
      `${fill(index % 4 === 0 ? '#d8573f' : '#f2f8f9')} rx="13"`,
    )
  })
  return [
    path('M-20 560L920 500V1260H-20Z', fill('#8cc0cd')),
    path('M-20 780L920 690V1260H-20Z', fill('#5fa0b3')),
    cracks(),
    note,
  ].join('')
}

function cracks(): string {
  const next = chance(17)
  const crack = (from: Point, turn: number, steps: number, thickness: number): string => {
    const points: Point[] = [from]
    let angle = turn
    for (let step = 0; step < steps; step++) {
      const last = points[points.length - 1] as Point
      angle = turn + (next() - 0.5) * 1.3
      points.push([last[0] + Math.cos(angle) * 52, last[1] + Math.sin(angle) * 52])
    }
    const branch =
      thickness > 3
        ? crack(points[Math.floor(steps / 2)] as Point, turn + 0.8, Math.ceil(steps / 2), thickness - 3)
        : ''
    return (
      path(
        `M${points.map((point) => point.map(Math.round).join(' ')).join('L')}`,
        stroke('#f2f8f9', thickness),
      ) + branch
    )
  }
  return (
    crack([560, 610], 0.35, 9, 7) +
    crack([560, 610], 2.7, 13, 7) +
    crack([560, 610], 1.5, 5, 6) +
    circle(560, 610, 13, fill('#f2f8f9'))
  )
}
