import type { SeriesDetail } from '@earmark/contract/series.ts'
import { formatLength } from '../../../lib/format-length.ts'
import { type NewTrack, PlayButton, usePlaceAmong } from '../../player/index.ts'
import { groupMessages } from './messages.ts'
import { bookWork, type Work } from './work-list.tsx'

type Part = SeriesDetail['audioBooks'][number]

/** A series as works, and where its listener is in it. */
export function useSeriesStart({ id, audioBooks }: Pick<SeriesDetail, 'id' | 'audioBooks'>) {
  const works = audioBooks.map((book) => bookWork(book, sequenceOf(book, id)))
  const playable = works.filter(({ track }) => track !== null)
  const { begun, next } = usePlaceAmong(playable.flatMap(({ track }) => track?.recording ?? []))
  const start = playable[begun ?? next ?? 0]
  const isBegun = begun !== null
  return {
    works,
    playable,
    start,
    next: next === null ? undefined : playable[next],
    facts: [lengthOf(audioBooks), isBegun ? groupMessages.youAreIn(start?.sequence ?? null) : null],
    button: start?.track && (
      <PlayButton
        track={start.track}
        list={tracksOf(playable)}
        label={groupMessages.start(isBegun, start.sequence ?? null)}
        size="large"
      />
    ),
  }
}

export function tracksOf(works: readonly Work[]): NewTrack[] {
  return works.flatMap(({ track }) => track ?? [])
}

function sequenceOf({ series }: Part, id: number): string | null {
  return series.find((part) => part.id === id)?.sequence ?? null
}

/** Null where a length is unknown. */
function lengthOf(books: readonly Part[]): string | null {
  const seconds = books.map(({ durationSeconds }) => durationSeconds)
  if (seconds.includes(null)) return null
  return formatLength(seconds.reduce<number>((sum, one) => sum + (one ?? 0), 0))
}
