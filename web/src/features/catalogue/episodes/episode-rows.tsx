import type { EpisodesAddress, PodcastOverview } from '@earmark/contract/episode-lists.ts'
import { Crosshair } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { defaultRangeExtractor, useVirtualRows } from '../../../ui/virtual-rows.ts'
import { EpisodeSlot } from './episode-slot.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import styles from './episode-rows.module.css'
import { episodesMessages } from './messages.ts'

type Years = PodcastOverview['years']

interface EpisodeRowsProps {
  podcast: PodcastOverview
  order: EpisodesAddress
  /** Of the shown episodes in the order, ascending. */
  places: readonly number[]
  /** Headings of the list, in its order; none where it is not in order of days. */
  years: Years
  /** The ids of new episodes. */
  newIds: ReadonlySet<number>
  /** The row of the episode that was heard last; -1 for none. */
  whereIAm: number
}

/** Up to here all rows are there, for the browser's own search in the page. */
const manyRows = 100
const rowsAround = 12

/** Rem; as in the style sheet. */
const heights = { wide: 5.875, narrow: 7.25, year: 3.5 } as const
/** Rem; what sticks above the list, and what may lie over its end. */
const [coveredAbove, coveredBelow] = [8.5, 6]

/** A list that is drawn as it comes into view. */
export function EpisodeRows({ podcast, order, places, years, newIds, whereIAm }: EpisodeRowsProps) {
  'use no memo'
  const list = useRef<HTMLOListElement>(null)
  const [top, setTop] = useState(0)
  const [focused, setFocused] = useState(-1)
  /** The place that the listener wanted to go to. */
  const [goal, setGoal] = useState<number | null>(null)
  const isWide = useMediaQuery('(min-width: 760px)')
  const begins = firstRows(years)
  const rowHeight = rem(isWide ? heights.wide : heights.narrow)
  const rows = useVirtualRows({
    count: places.length,
    estimateSize: (row) => rowHeight + (begins.has(row) ? rem(heights.year) : 0),
    overscan: places.length <= manyRows ? manyRows : rowsAround,
    scrollMargin: top,
    scrollPaddingStart: rem(coveredAbove),
    getItemKey: (row) => places[row] ?? row,
    // The focused row stays, or Tab would begin at the top again.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(focused < 0 ? [] : [focused])])]
        .filter((row) => row < places.length)
        .toSorted((one, other) => one - other),
  })

  useLayoutEffect(() => {
    const measure = () => setTop((list.current?.getBoundingClientRect().top ?? 0) + scrollY)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    const listening = new AbortController()
    list.current?.addEventListener('focusin', ({ target }) => setFocused(rowOf(target as Element)), listening)
    list.current?.addEventListener('focusout', () => setFocused(-1), listening)
    return () => {
      observer.disconnect()
      listening.abort()
    }
  }, [])

  useLayoutEffect(() => rows.measure(), [rows, rowHeight, years])

  const shown = rows.getVirtualItems()
  const firstInView = rows.range?.startIndex ?? 0

  const own = whereIAm < 0 ? undefined : rows.measurementsCache[whereIAm]
  const viewTop = (rows.scrollOffset ?? 0) + rem(coveredAbove)
  const viewEnd = (rows.scrollOffset ?? 0) + innerHeight - rem(coveredBelow)
  const isListInView = top + 2 * rowHeight < viewEnd && top + rows.getTotalSize() > viewTop
  const isAway = own !== undefined && isListInView && (own.end < viewTop || own.start > viewEnd)

  return (
    <div className={styles.rows} data-years={years.length > 0 ? '' : undefined}>
      <ol ref={list} role="list" className={styles.list} style={{ blockSize: rows.getTotalSize() }}>
        {shown.map(({ index, key, start, size }) => (
          <li
            key={key}
            data-row={index}
            className={styles.row}
            aria-setsize={places.length}
            aria-posinset={index + 1}
            style={{ blockSize: size, transform: `translateY(${start - top}px)` }}
          >
            {begins.has(index) && <YearHeading {...(begins.get(index) as Years[number])} />}
            <EpisodeSlot
              podcast={podcast}
              order={order}
              place={places[index] ?? 0}
              heading={years.length > 0 ? 'h4' : 'h3'}
              newIds={newIds}
              isGoal={goal === places[index]}
              onReached={() => setGoal(null)}
            />
          </li>
        ))}
      </ol>
      {years.length > 0 && (
        <nav className={styles.years} aria-label={episodesMessages.years}>
          {[...begins].map(([row, { year, count }], place, all) => (
            <button
              key={year}
              type="button"
              className={`number ${styles.year}`}
              aria-current={
                firstInView >= row && firstInView < (all[place + 1]?.[0] ?? places.length)
                  ? 'true'
                  : undefined
              }
              onClick={() => rows.scrollToIndex(row, { align: 'start' })}
            >
              <span>{year}</span>
              <VisuallyHidden>, </VisuallyHidden>
              <span className={styles.count}>{count}</span>
            </button>
          ))}
        </nav>
      )}
      {isAway && (
        <button
          type="button"
          className={styles.whereIAm}
          onClick={() => {
            setGoal(places[whereIAm] ?? null)
            rows.scrollToIndex(whereIAm, { align: 'center' })
          }}
        >
          <Crosshair size={16} aria-hidden="true" />
          {episodesMessages.goToWhereIAm}
        </button>
      )}
    </div>
  )
}

function YearHeading({ year, count }: Years[number]) {
  return (
    <h3 className={`title ${styles.heading}`}>
      {year}
      <VisuallyHidden>,</VisuallyHidden>{' '}
      <span className={`meta number ${styles.count}`}>{episodesMessages.inYear(count)}</span>
    </h3>
  )
}

/** The years by the rows that they begin with. */
function firstRows(years: Years): Map<number, Years[number]> {
  let row = 0
  const rows = new Map<number, Years[number]>()
  for (const one of years) {
    rows.set(row, one)
    row += one.count
  }
  return rows
}

function rowOf(target: Element): number {
  return Number(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? -1)
}

function rem(count: number): number {
  return count * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
