import {
  box,
  chance,
  circle,
  clipped,
  curve,
  fill,
  moved,
  path,
  type Point,
  stroke,
  times,
  wobble,
} from '../motifs.ts'

export function contours(): string {
  const sheet = box(0, 470, 900, 730, '')
  const river: Point[] = [
    [-40, 640],
    [110, 690],
    [250, 800],
    [400, 810],
    [500, 920],
    [640, 960],
    [760, 1090],
    [800, 1240],
  ]
  const content = [
    box(0, 470, 900, 730, fill('#dfcf9f')),
    heights(700, 690, 9, '#b4763e', 46, 0.9),
    heights(180, 1060, 7, '#b4763e', 46, 2.4),
    path(curve(river), stroke('#2f7f9f', 34)),
    path(
      curve([
        [-40, 900],
        [70, 880],
        [170, 830],
        [250, 800],
      ]),
      stroke('#2f7f9f', 18),
    ),
    path(
      curve([
        [120, 1180],
        [260, 1030],
        [420, 640],
        [600, 600],
        [696, 690],
      ]),
      `${stroke('#2d3350', 7)} stroke-dasharray="2 22"`,
    ),
    circle(700, 690, 38, fill('#c8402f')),
    circle(700, 690, 15, fill('#efe3c6')),
  ]
  return clipped('sheet', sheet, content.join(''))
}

function heights(x: number, y: number, count: number, colour: string, step: number, phase: number): string {
  return times(count, (index) =>
    path(
      wobble(x, y, 70 + index * step, 0.08 + index * 0.008, phase + index * 0.11),
      stroke(colour, index % 4 === 3 ? 7 : 4, 0.75),
    ),
  )
}

// The island in dashes, because it is not there; the anchor, because it was forgotten.
export function ghostIsland(): string {
  const island = { x: 470, y: 770 }
  const soundings = chance(3)
  return [
    times(5, (index) =>
      path(wobble(island.x, island.y, 430 - index * 52, 0.09, 1.1 + index * 0.1), fill('#17506f', 0.22)),
    ),
    path(wobble(island.x, island.y, 186, 0.11, 1.6), fill('#3f86a6')),
    path(wobble(island.x, island.y, 186, 0.11, 1.6), `${stroke('#f3ead2', 7)} stroke-dasharray="2 20"`),
    times(26, () => circle(soundings() * 900, 480 + soundings() * 690, 4.5, fill('#f3ead2', 0.5))),
    anchor(island.x, island.y),
  ].join('')
}

function anchor(x: number, y: number): string {
  const parts = [
    circle(0, -92, 20, stroke('#f2b950', 14)),
    path('M0 -70V92M-48 -40H48M-90 22C-84 72 -46 92 0 96C46 92 84 72 90 22', stroke('#f2b950', 17)),
    path('M-114 46L-92 4L-62 40ZM114 46L92 4L62 40Z', fill('#f2b950')),
  ]
  return moved(x, y, 10, parts.join(''))
}

export function dogTrail(): string {
  const trail = Array.from({ length: 12 }, (_, index): [number, number, number] => {
    const share = index / 11
    const side = index % 2 === 0 ? -24 : 24
    return [110 + share * 560 + side, 1110 - share * 500 + side * 0.8 + 30 * Math.sin(share * 7), 48]
  })
  return [
    times(8, (index) =>
      path(
        curve([
          [-60, 610 + index * 84],
          [150, 660 + index * 78],
          [420, 560 + index * 96],
          [680, 690 + index * 72],
          [960, 590 + index * 90],
        ]),
        stroke('#8c4f70', index % 4 === 2 ? 8 : 5, 0.75),
      ),
    ),
    circle(742, 560, 66, fill('#3f86a6')),
    circle(742, 560, 34, stroke('#f3ead2', 6)),
    trail.map(([x, y, turn]) => moved(x, y, turn, paw(), 0.8)).join(''),
  ].join('')
}

function paw(): string {
  const toes = [
    [-24, -16],
    [-9, -34],
    [12, -34],
    [27, -14],
  ] as const
  return (
    path('M0 -12C18 -10 28 10 20 22C12 30 -10 30 -18 22C-28 10 -18 -10 0 -12Z', fill('#33203a')) +
    toes.map(([x, y]) => circle(x, y, 10, fill('#33203a'))).join('')
  )
}
