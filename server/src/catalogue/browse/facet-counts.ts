/** The values of facets with their counts. */

export interface FacetValue<Value> {
  readonly value: Value
  readonly count: number
}

/** Counted with all filters applied but the facet's own; the most frequent values first. */
export interface FacetCounts {
  readonly genres: FacetValue<string>[]
  readonly languages: FacetValue<string>[]
  readonly lengths: FacetValue<string>[]
  readonly years: FacetValue<number>[]
  /** Ids of creators. */
  readonly authors: FacetValue<number>[]
  readonly readers: FacetValue<number>[]
}

/** Hours. Both bounds belong to a range, as in the filters that it stands for. */
export const lengthRanges = [
  { value: '0-1', isMatch: within(undefined, 3600) },
  { value: '1-3', isMatch: within(3600, 3 * 3600) },
  { value: '3-10', isMatch: within(3 * 3600, 10 * 3600) },
  { value: '10-', isMatch: within(10 * 3600, undefined) },
] as const

const mostValues = 100

/** NaN is within no bounds. */
function within(from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY): (value: number) => boolean {
  return (value) => value >= from && value <= to
}

/** Without effect outside of the array, as for records without the value. */
export function increment(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1
}

export function valuesWithCounts<Value>(
  counts: Uint32Array,
  valueOf: (number: number) => Value,
): FacetValue<Value>[] {
  const found: FacetValue<Value>[] = []
  counts.forEach((count, number) => {
    if (count > 0) found.push({ value: valueOf(number), count })
  })
  return found
}

export function mostFrequent<Value extends string | number>(
  counts: Uint32Array,
  valueOf: (number: number) => Value,
): FacetValue<Value>[] {
  const found = valuesWithCounts(counts, valueOf)
  found.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
  return found.slice(0, mostValues)
}
