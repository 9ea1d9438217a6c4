/**
 * The dominant colour of a cover: k-means with five clusters in OKLab (https://bottosson.github.io/posts/oklab/). The
 * largest cluster counts; of clusters of about that size, the most colourful.
 */

type Lab = readonly [lightness: number, a: number, b: number]

interface Sample {
  readonly lab: Lab
  readonly weight: number
}

const clusterCount = 5
const maxRounds = 20
const asLarge = 0.9

/**
 * @param rgba four bytes a pixel
 * @returns `#rrggbb`
 */
export function dominantColor(rgba: Uint8Array): string {
  const samples = samplesOf(rgba)
  if (samples.length === 0) return '#808080'
  const clusters = clustersOf(samples)
  const largest = Math.max(...clusters.map(({ weight }) => weight))
  const candidates = clusters.filter(({ weight }) => weight >= largest * asLarge)
  return toHex(candidates.reduce((best, one) => (chroma(one.lab) > chroma(best.lab) ? one : best)).lab)
}

function samplesOf(rgba: Uint8Array): Sample[] {
  const weights = new Map<number, number>()
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    const [red, green, blue, alpha] = rgba.subarray(at, at + 4) as unknown as [number, number, number, number]
    const key = (red << 16) | (green << 8) | blue
    if (alpha > 0) weights.set(key, (weights.get(key) ?? 0) + alpha / 255)
  }
  return [...weights].map(([key, weight]) => ({ lab: toLab(key >> 16, (key >> 8) & 255, key & 255), weight }))
}

function clustersOf(samples: readonly Sample[]): Sample[] {
  let clusters = sumsAround(seedsOf(samples), samples)
  for (let round = 0; round < maxRounds; round += 1) {
    const moved = sumsAround(centresOf(clusters), samples)
    if (areSame(centresOf(moved), centresOf(clusters))) return moved
    clusters = moved
  }
  return clusters
}

function centresOf(clusters: readonly Sample[]): Lab[] {
  return clusters.map(({ lab }) => lab)
}

function areSame(some: readonly Lab[], others: readonly Lab[]): boolean {
  return some.every((lab, place) => distance(lab, others[place] as Lab) < 1e-8)
}

/** Deterministic seeds: the heaviest sample, then those with the largest product of weight and distance. */
function seedsOf(samples: readonly Sample[]): Lab[] {
  const farness = samples.map(() => 1)
  const seeds: Lab[] = []
  while (seeds.length < Math.min(clusterCount, samples.length)) {
    let best = 0
    let most = -1
    for (const [place, { weight }] of samples.entries()) {
      const pull = weight * (farness[place] as number)
      if (pull > most) [best, most] = [place, pull]
    }
    const seed = (samples[best] as Sample).lab
    for (const [place, { lab }] of samples.entries()) {
      const near = distance(lab, seed)
      farness[place] = seeds.length === 0 ? near : Math.min(farness[place] as number, near)
    }
    seeds.push(seed)
  }
  return seeds
}

function sumsAround(centres: readonly Lab[], samples: readonly Sample[]): Sample[] {
  const sums = centres.map(() => ({ lightness: 0, a: 0, b: 0, weight: 0 }))
  for (const { lab, weight } of samples) {
    const sum = sums[nearestTo(lab, centres)] as (typeof sums)[number]
    sum.lightness += lab[0] * weight
    sum.a += lab[1] * weight
    sum.b += lab[2] * weight
    sum.weight += weight
  }
  return sums.map(({ lightness, a, b, weight }, place) => ({
    lab: weight === 0 ? (centres[place] as Lab) : [lightness / weight, a / weight, b / weight],
    weight,
  }))
}

function nearestTo(lab: Lab, centres: readonly Lab[]): number {
  let nearest = 0
  for (const [place, centre] of centres.entries()) {
    if (distance(lab, centre) < distance(lab, centres[nearest] as Lab)) nearest = place
  }
  return nearest
}

function distance(one: Lab, other: Lab): number {
  return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2
}

function chroma([, a, b]: Lab): number {
  return Math.hypot(a, b)
}

function toLab(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)]
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const middle = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ]
}

function toHex([lightness, a, b]: Lab): string {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
  return `#${channels.map((channel) => fromLinear(channel).toString(16).padStart(2, '0')).join('')}`
}

/** The sRGB transfer function. */
function toLinear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function fromLinear(channel: number): number {
  const share = channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055
  return Math.round(Math.min(Math.max(share, 0), 1) * 255)
}
