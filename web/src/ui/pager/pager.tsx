import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './pager.module.css'

/** With the four steps they fit on a phone's line. */
const fewPages = 4

interface PagerProps {
  /** The accessible name. */
  label: string
  current: number
  pages: number
  onChoose: (page: number) => void
  /** The pointer or the focus is on `page`: it can be prefetched. */
  onHint?: (page: number) => void
}

export function Pager({ label, current, pages, onChoose, onHint }: PagerProps) {
  const numbers = pagerWindow(current, pages)

  function choose(page: number) {
    if (page !== current && page >= 1 && page <= pages) onChoose(page)
  }

  function button(page: number, name: string, className: string | undefined, content: ReactNode) {
    const isCurrent = page === current
    return (
      <button
        key={name}
        type="button"
        className={className}
        aria-label={name}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={() => choose(page)}
        onPointerEnter={() => !isCurrent && onHint?.(page)}
        onFocus={() => !isCurrent && onHint?.(page)}
      >
        {content}
      </button>
    )
  }

  return (
    <nav className={styles.pager} aria-label={label} data-many={numbers.length > fewPages ? '' : undefined}>
      {current > 1 && button(1, 'First page', styles.step, <ChevronFirst size={18} aria-hidden="true" />)}
      {current > 1 &&
        button(
          Math.min(current - 1, pages),
          'Previous page',
          styles.step,
          <ChevronLeft size={18} aria-hidden="true" />,
        )}
      <span className={styles.pages}>
        {(numbers[0] ?? 1) > 1 && <span className={styles.ellipsis}>…</span>}
        {numbers.map((page) => button(page, `Page ${page}`, styles.page, page))}
        {(numbers.at(-1) ?? pages) < pages && <span className={styles.ellipsis}>…</span>}
      </span>
      {current < pages &&
        button(current + 1, 'Next page', styles.step, <ChevronRight size={18} aria-hidden="true" />)}
      {current < pages &&
        button(pages, 'Last page', styles.step, <ChevronLast size={18} aria-hidden="true" />)}
    </nav>
  )
}

/** At most `visible` page numbers around the current one, always that many where there are enough pages. */
export function pagerWindow(current: number, pages: number, visible = 7): number[] {
  const count = Math.max(0, Math.min(visible, pages))
  const first = Math.max(1, Math.min(current - Math.floor(count / 2), pages - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}
