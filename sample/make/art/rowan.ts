import { box, circle, fill, leaf, moved, path, stroke, times } from '../motifs.ts'

// The berry has just fallen.
export function rowan(): string {
  const ripples = times(
    5,
    (index) =>
      `<ellipse cx="310" cy="1010" rx="${44 + index * 74}" ry="${11 + index * 19}" ${stroke('#9fc9c0', 6 - index * 0.6, 0.95 - index * 0.17)}/>`,
  )
  const branch = [
    path('M930 330C820 380 720 420 600 520', stroke('#6b4a36', 16)),
    path('M720 440C690 520 640 560 566 640', stroke('#6b4a36', 10)),
    frond(640, 486, 160),
    frond(800, 396, 118),
    frond(700, 470, 96),
    cluster(),
  ]
  return [
    box(0, 880, 900, 320, fill('#1f5a5c')),
    ripples,
    berry(310, 1004, 21),
    path('M310 900V946M310 832V866', stroke('#e4503c', 5, 0.6)),
    moved(28, 22, 0, branch.join('')),
  ].join('')
}

function frond(x: number, y: number, turn: number): string {
  const leaflets = times(6, (index) => {
    const at = 50 + index * 44
    const long = 92 - index * 6
    return (
      moved(at, 0, -58, leaf(long, 20, fill('#7fb069'))) + moved(at, 0, 58, leaf(long, 20, fill('#5f9457')))
    )
  })
  return moved(
    x,
    y,
    turn,
    path('M0 0H312', stroke('#6b8a4a', 6)) + leaflets + moved(306, 0, 0, leaf(80, 20, fill('#7fb069'))),
  )
}

function cluster(): string {
  const rows = [4, 5, 6, 5, 3]
  return rows
    .flatMap((count, row) =>
      Array.from({ length: count }, (_, index) =>
        berry(566 + (index - (count - 1) / 2) * 46, 650 + row * 40, 26),
      ),
    )
    .join('')
}

function berry(x: number, y: number, radius: number): string {
  return (
    circle(x, y, radius, fill('#e4503c')) +
    circle(x, y, radius, stroke('#b2301f', 3)) +
    circle(x - radius * 0.3, y - radius * 0.35, radius * 0.22, fill('#ffd0c2'))
  )
}
