import { box, chance, circle, fill, hill, path, times } from '../motifs.ts'

// Ninety flakes, one for each winter, over a farm with its lamp lit.
export function winters(): string {
  return [
    circle(668, 590, 120, fill('#f3b79a')),
    flakes(),
    hill(700, 70, 31, '#bfd2d8', 5),
    hill(790, 60, 14, '#94b2bd', 6),
    farm(),
    hill(900, 46, 52, '#628596', 5),
    hill(1000, 40, 9, '#3f6274', 6),
    hill(1086, 26, 77, '#27414f', 5),
  ].join('')
}

function flakes(): string {
  const next = chance(90)
  return times(90, (index) => {
    const [row, column] = [Math.floor(index / 10), index % 10]
    const x = 90 + column * 80 + (row % 2) * 34 + (next() - 0.5) * 20
    const y = 440 + row * 42 + (next() - 0.5) * 16
    return circle(x, y, 4 + next() * 5, fill('#ffffff'))
  })
}

function farm(): string {
  return [
    box(238, 786, 132, 160, fill('#b8412f')),
    path('M222 796L304 716L386 796Z', fill('#27414f')),
    path('M236 792L304 722L304 712L222 790Z', fill('#ffffff')),
    box(290, 822, 30, 36, fill('#ffdf9b')),
    box(370, 824, 96, 120, fill('#8f3024')),
    path('M362 830L382 796L456 796L476 830Z', fill('#ffffff')),
    times(3, (index) => pine(536 + index * 62, 900 - index * 8, 120 - index * 18)),
  ].join('')
}

function pine(x: number, foot: number, tall: number): string {
  return path(`M${x} ${foot - tall}L${x + tall * 0.26} ${foot}H${x - tall * 0.26}Z`, fill('#27414f'))
}
