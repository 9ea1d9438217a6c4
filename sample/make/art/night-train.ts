import { box, chance, circle, clipped, fill, hill, path, stroke, times } from '../motifs.ts'

const bindings = ['#e0664b', '#f2b950', '#6fb3a8', '#f4e3c4', '#b25a86', '#4d83b8']

export function nightTrain(): string {
  return [
    circle(702, 470, 84, fill('#f8dfa4')),
    circle(668, 452, 76, fill('#242350')),
    stars(),
    hill(640, 90, 21, '#39387a', 5),
    hill(720, 60, 8, '#2f2e68', 6),
    carriage(),
    box(0, 1026, 900, 12, fill('#8d88c9')),
    times(13, (index) => box(18 + index * 72, 1038, 34, 14, fill('#57539b'))),
  ].join('')
}

function stars(): string {
  const next = chance(5)
  return times(40, () => circle(next() * 900, 350 + next() * 260, 1.5 + next() * 2, fill('#f8dfa4', 0.7)))
}

function carriage(): string {
  const windows = times(3, (index) => bookcase(84 + index * 288, index))
  const wheels = [120, 220, 480, 580, 840].map(
    (x) => circle(x, 1000, 30, fill('#0d0d26')) + circle(x, 1000, 11, fill('#8d88c9')),
  )
  return [
    box(-20, 700, 940, 280, fill('#123f3d')),
    path('M-20 700C100 664 800 664 920 700Z', fill('#0c2c2b')),
    box(-20, 936, 940, 14, fill('#f2b950')),
    windows,
    ...wheels,
  ].join('')
}

function bookcase(x: number, seed: number): string {
  const shelf = 164
  const pane = box(x, 742, 236, shelf, 'rx="14"')
  const next = chance(seed * 7 + 3)
  const books: string[] = []
  for (let left = x + 8; left < x + 226; ) {
    const breadth = 16 + next() * 16
    const tall = 84 + next() * 52
    const colour = bindings[Math.floor(next() * bindings.length)] ?? '#f4e3c4'
    books.push(box(left, 742 + shelf - tall, breadth - 3, tall, fill(colour)))
    left += breadth
  }
  return (
    clipped(`pane${seed}`, pane, box(x, 742, 236, shelf, fill('#fbd98b')) + books.join('')) +
    `<rect x="${x}" y="742" width="236" height="${shelf}" rx="14" ${stroke('#f2b950', 6)}/>`
  )
}
