import { expect, it } from 'vitest'
import { dominantColor } from './cover-color.ts'

type Pixel = readonly [red: number, green: number, blue: number, alpha?: number]
type Area = readonly [pixels: number, color: Pixel, spread?: number]

/** Areas of one colour; with a spread their pixels go that far up and down from it. */
function picture(areas: readonly Area[]): Uint8Array {
  return Uint8Array.from(
    areas.flatMap(([pixels, [r, g, b, a = 255], spread = 0]) =>
      Array.from({ length: pixels }, (_, place) => {
        const shift = Math.round(spread * ((2 * place) / Math.max(pixels - 1, 1) - 1))
        return [r + shift, g + shift, b + shift, a]
      }).flat(),
    ),
  )
}

const paper: Pixel = [250, 246, 238]
const ink: Pixel = [20, 20, 24]
const navy: Pixel = [21, 38, 63]
const sea: Pixel = [40, 90, 150]
const ember: Pixel = [220, 90, 40]
const salmon: Pixel = [238, 138, 104]
const grey: Pixel = [128, 128, 128]

it.each<[picture: string, areas: readonly Area[], color: string]>([
  ['of one colour', [[100, sea]], '#285a96'],
  [
    'of navy with a small vivid title',
    [
      [2000, navy],
      [300, ember],
    ],
    '#15263f',
  ],
  [
    'of navy in many shades with a salmon sun',
    [
      [1500, navy, 12],
      [500, salmon],
      [200, paper],
    ],
    '#15263f',
  ],
  [
    'of paper with a drawing in blue',
    [
      [700, paper],
      [200, sea],
      [100, ink],
    ],
    '#faf6ee',
  ],
  [
    'of two colours, the larger first',
    [
      [800, sea],
      [100, ember],
    ],
    '#285a96',
  ],
  [
    'of two colours, the larger last',
    [
      [100, sea],
      [800, ember],
    ],
    '#dc5a28',
  ],
  [
    'of grey and of about as much blue',
    [
      [500, grey],
      [460, sea],
    ],
    '#285a96',
  ],
  [
    'of grey and of clearly less blue',
    [
      [500, grey],
      [440, sea],
    ],
    '#808080',
  ],
  [
    'whose red nobody can see',
    [
      [500, [255, 0, 0, 0]],
      [20, sea],
    ],
    '#285a96',
  ],
  ['that nobody can see', [[50, [255, 0, 0, 0]]], '#808080'],
  ['without a pixel', [], '#808080'],
])('a picture %s', (_picture, areas, color) => {
  expect(dominantColor(picture(areas))).toBe(color)
})

it('does not depend on where in the picture a colour is', () => {
  const areas: Area[] = [
    [300, navy, 20],
    [280, sea, 30],
    [90, paper],
    [120, ember, 10],
  ]
  expect(dominantColor(picture(areas.toReversed()))).toBe(dominantColor(picture(areas)))
})
