import { circle, fill, hexagon, leaf, moved, path, stroke, times } from '../motifs.ts'

const radius = 104

// Twelve cells, one a month, some of them filled already.
export function bees(): string {
  const colours = [
    '#c9761f',
    '#fbe6b0',
    '#33220f',
    '#d98f24',
    '#f7d27a',
    '#c9761f',
    '#8c4716',
    '#fbe6b0',
    '#d98f24',
    '#33220f',
    '#f7d27a',
    '#8c4716',
  ]
  const cells = times(12, (index) => {
    const [row, column] = [Math.floor(index / 4), index % 4]
    const x = 133 + column * radius * 1.74 + (row % 2) * radius * 0.87
    const y = 616 + row * radius * 1.51
    return path(hexagon(x, y, radius * 0.93), fill(colours[index] ?? '#c9761f'))
  })
  return [
    cells,
    flower(314, 616),
    bee(585, 773, -28),
    bee(752, 440, 24, 0.74),
    path('M600 690C640 560 600 470 690 450', `${stroke('#33220f', 5)} stroke-dasharray="1 18"`),
  ].join('')
}

function flower(x: number, y: number): string {
  return (
    times(8, (index) => moved(x, y, index * 45, leaf(66, 19, fill('#e0664b')))) +
    circle(x, y, 19, fill('#33220f'))
  )
}

function bee(x: number, y: number, turn: number, size = 1): string {
  const body = [
    moved(-4, -22, -112, leaf(88, 30, fill('#ffffff', 0.92))),
    moved(10, -22, -72, leaf(92, 30, fill('#ffffff', 0.92))),
    `<ellipse cx="0" cy="0" rx="62" ry="37" ${fill('#eab23d')}/>`,
    path('M-30 -32V32M0 -37V37M30 -32V32', stroke('#33220f', 15)),
    `<ellipse cx="0" cy="0" rx="62" ry="37" ${stroke('#33220f', 6)}/>`,
    circle(64, -4, 23, fill('#33220f')),
    path('M74 -22C82 -42 92 -46 100 -46M66 -26C68 -48 76 -56 84 -58', stroke('#33220f', 5)),
  ]
  return moved(x, y, turn, body.join(''), size)
}
