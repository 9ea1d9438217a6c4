/**
 * The colour that stands for a cover: the mean of the strongest hue, or of everything where there is none. Hues
 * count by area and saturation, so that a small vivid title does not beat a large calm sky and grey paper does
 * not beat both.
 */

const hueBuckets = 12
/** Below it a pixel has no hue to speak of. */
const minSaturation = 0.15
/** What share of the picture's weight a hue must have to stand for it. */
const minShare = 0.06

interface Sum {
  red: number
  green: number
  blue: number
  weight: number
}

/**
 * @param rgba four bytes a pixel
 * @returns `#rrggbb`
 */
export function pleasantColor(rgba: Uint8Array): string {
  const hues = Array.from({ length: hueBuckets }, emptySum)
  const all = emptySum()
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    const [red, green, blue, alpha] = rgba.subarray(at, at + 4) as unknown as [number, number, number, number]
    const opacity = alpha / 255
    add(all, red, green, blue, opacity)
    const { hue, saturation } = hueOf(red, green, blue)
    if (saturation < minSaturation) continue
    add(hues[Math.floor(hue * hueBuckets) % hueBuckets] as Sum, red, green, blue, opacity * saturation)
  }
  const strongest = hues.reduce((best, sum) => (sum.weight > best.weight ? sum : best))
  return toHex(strongest.weight > all.weight * minShare ? strongest : all)
}

function emptySum(): Sum {
  return { red: 0, green: 0, blue: 0, weight: 0 }
}

function add(sum: Sum, red: number, green: number, blue: number, weight: number): void {
  sum.red += red * weight
  sum.green += green * weight
  sum.blue += blue * weight
  sum.weight += weight
}

/** Hue from 0 to 1; saturation is chroma, so that what is nearly black or white has little of it. */
function hueOf(red: number, green: number, blue: number): { hue: number; saturation: number } {
  const max = Math.max(red, green, blue)
  const chroma = max - Math.min(red, green, blue)
  if (chroma === 0) return { hue: 0, saturation: 0 }
  const sixth =
    max === red
      ? ((green - blue) / chroma + 6) % 6
      : max === green
        ? (blue - red) / chroma + 2
        : (red - green) / chroma + 4
  return { hue: sixth / 6, saturation: chroma / 255 }
}

function toHex({ red, green, blue, weight }: Sum): string {
  if (weight === 0) return '#808080'
  const channels = [red, green, blue].map((value) => Math.round(value / weight))
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
