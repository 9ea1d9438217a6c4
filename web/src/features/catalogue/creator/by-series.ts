import type { AudioBook } from '@earmark/contract/audio-books.ts'

interface PartsOfSeries {
  readonly id: number
  readonly name: string
  readonly books: AudioBook[]
}

const leastParts = 2

/** Audio books by the first of their series, in the order of sequences; those that are alone in theirs are among the others. */
export function bySeries(books: readonly AudioBook[]): { series: PartsOfSeries[]; others: AudioBook[] } {
  const groups = Map.groupBy(books, ({ series }) => series[0]?.id)
  const series = [...groups].flatMap(([id, parts]) => {
    const name = parts[0]?.series[0]?.name
    if (id === undefined || name === undefined || parts.length < leastParts) return []
    return [{ id, name, books: parts.toSorted((one, other) => bySequence(one, other)) }]
  })
  const grouped = new Set(series.flatMap(({ books: parts }) => parts))
  return { series, others: books.filter((book) => !grouped.has(book)) }
}

function bySequence(one: AudioBook, other: AudioBook): number {
  const [own, others] = [placeOf(one), placeOf(other)]
  return own === others ? 0 : own - others
}

/** A sequence that is no number is last. */
function placeOf({ series: [part] }: AudioBook): number {
  const place = Number.parseFloat(part?.sequence ?? '')
  return Number.isNaN(place) ? Infinity : place
}
