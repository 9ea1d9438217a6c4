/** How a quantity grows with time, told by its median over all pairs of samples: a few wild ones do not matter. */

export interface Sample {
  readonly hours: number
  readonly value: number
}

export interface Slope {
  readonly perHour: number
  /** Where the true one is, nineteen times out of twenty. */
  readonly between: readonly [low: number, high: number]
}

/** Of the normal distribution, for 95 %. */
const z = 1.96

/** Theil's and Sen's estimator, with Sen's interval (1968): ranks around the median, by the variance of Kendall's tau. */
export function slopeOf(samples: readonly Sample[]): Slope {
  const slopes = samples
    .flatMap((one, place) =>
      samples.slice(place + 1).map((other) => (other.value - one.value) / (other.hours - one.hours)),
    )
    .toSorted((one, other) => one - other)
  const { length: count } = samples
  const width = z * Math.sqrt((count * (count - 1) * (2 * count + 5)) / 18)
  const middle = (slopes.length - 1) / 2
  const at = (place: number) => {
    const within = Math.min(slopes.length - 1, Math.max(0, place))
    return ((slopes[Math.floor(within)] ?? Number.NaN) + (slopes[Math.ceil(within)] ?? Number.NaN)) / 2
  }
  return { perHour: at(middle), between: [at(middle - width / 2), at(middle + width / 2)] }
}
