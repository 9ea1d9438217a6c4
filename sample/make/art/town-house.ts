import { box, circle, fill, moved, path, polygon, stroke, swift, times } from '../motifs.ts'

// Four floors stand; the fifth is only drawn in outline, with its lamp on.
export function townHouse(): string {
  const [left, wide, storey] = [250, 400, 112]
  const ground = 1052
  const floors = times(4, (floor) => storeyOf(left, ground - (floor + 1) * storey, wide, floor))
  const fifth = ground - 5 * storey
  return [
    circle(690, 520, 104, fill('#f08e6b')),
    floors,
    path(
      `M${left} ${fifth + storey}V${fifth}H${left + wide}V${fifth + storey}`,
      `${stroke('#f5c5a3', 6)} stroke-dasharray="2 17"`,
    ),
    path(
      polygon([
        [left - 26, fifth - 4],
        [left + 64, fifth - 96],
        [left + wide - 64, fifth - 96],
        [left + wide + 26, fifth - 4],
      ]),
      fill('#2c1d38'),
    ),
    times(4, (index) => opening(left + 46 + index * 86, fifth + 26, '#ffdf9b')),
    box(0, ground, 900, 150, fill('#2c1d38')),
    moved(152, 560, -18, swift(150, fill('#f5c5a3'))),
    moved(92, 700, 8, swift(92, fill('#f5c5a3'))),
    moved(786, 700, -28, swift(112, fill('#f5c5a3'))),
  ].join('')
}

function storeyOf(left: number, top: number, wide: number, floor: number): string {
  const walls = ['#c96a59', '#b95a55', '#c96a59', '#b95a55']
  const windows = times(4, (index) => {
    const isDoor = floor === 0 && index === 1
    const lit = (floor * 4 + index) % 5 === 2
    const x = left + 46 + index * 86
    return isDoor
      ? box(x - 4, top + 20, 58, 92, fill('#2c1d38'))
      : opening(x, top + 26, lit ? '#ffdf9b' : '#5d3f68')
  })
  return (
    box(left, top, wide, 112, fill(walls[floor] ?? '#c96a59')) +
    box(left, top, wide, 6, fill('#f5c5a3', 0.5)) +
    windows
  )
}

function opening(x: number, y: number, colour: string): string {
  return path(`M${x} ${y + 64}V${y + 20}A25 25 0 0 1 ${x + 50} ${y + 20}V${y + 64}Z`, fill(colour))
}
