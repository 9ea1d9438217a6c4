import { describe, expect, it } from 'vitest'
import { pleasantColor } from './cover-color.ts'

type Pixel = readonly [number, number, number, number?]

function picture(...areas: (readonly [pixels: number, color: Pixel])[]): Uint8Array {
  return Uint8Array.from(
    areas.flatMap(([pixels, [r, g, b, a = 255]]) =>
      Array.from({ length: pixels }, () => [r, g, b, a]).flat(),
    ),
  )
}

const paper: Pixel = [250, 246, 238]
const ink: Pixel = [20, 20, 24]
const sea: Pixel = [40, 90, 150]
const ember: Pixel = [220, 90, 40]

describe('the colour of a cover', () => {
  it('is its one colour', () => {
    expect(pleasantColor(picture([100, sea]))).toBe('#285a96')
  })

  it('is its strongest hue, not the paper that it is printed on', () => {
    expect(pleasantColor(picture([700, paper], [200, sea], [100, ink]))).toBe('#285a96')
  })

  it('is the larger of two hues', () => {
    expect(pleasantColor(picture([800, sea], [100, ember]))).toBe('#285a96')
    expect(pleasantColor(picture([100, sea], [800, ember]))).toBe('#dc5a28')
  })

  it('is the mean of a picture without hues, and grey for one that cannot be seen', () => {
    expect(pleasantColor(picture([50, [100, 100, 100]], [50, [200, 200, 200]]))).toBe('#969696')
    expect(pleasantColor(picture([50, [255, 0, 0, 0]]))).toBe('#808080')
  })
})
