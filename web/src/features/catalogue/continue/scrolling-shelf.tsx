import { useRouter } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import styles from './continue-listening.module.css'

const shelfMessages = {
  back: (shelf: string) => `Scroll back in ${shelf}`,
  on: (shelf: string) => `Scroll on in ${shelf}`,
} as const

interface ScrollingShelfProps {
  title: string
  className?: string | undefined
  /** Of the first item: the row is at its beginning whenever this changes. */
  first: string | undefined
  /** List items. */
  children: ReactNode
}

/** One row of cards, always opened at its beginning; from tablets on with arrows where they do not all fit. */
export function ScrollingShelf({ title, className, first, children }: ScrollingShelfProps) {
  const id = useId()
  const row = useRef<HTMLUListElement>(null)
  const { canGoBack, canGoOn, goBack, goOn } = usePages(row)

  // Scroll snapping keeps to its card when newer ones come before it, and the router restores where a row was.
  const router = useRouter()
  useLayoutEffect(() => {
    const toBeginning = () => {
      row.current?.scrollTo({ left: 0, behavior: 'instant' })
    }
    toBeginning()
    return router.subscribe('onRendered', toBeginning)
  }, [router, first])

  return (
    <section className={`${styles.section} ${className ?? ''}`} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={`title ${styles.title}`}>
          {title}
        </h2>
        {(canGoBack || canGoOn) && (
          <div className={styles.arrows}>
            <IconButton label={shelfMessages.back(title)} outlined disabled={!canGoBack} onClick={goBack}>
              <ChevronLeft size={20} aria-hidden="true" />
            </IconButton>
            <IconButton label={shelfMessages.on(title)} outlined disabled={!canGoOn} onClick={goOn}>
              <ChevronRight size={20} aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </div>
      <ul ref={row} role="list" className={styles.row}>
        {children}
      </ul>
    </section>
  )
}

/** Pixels within which a row counts as at its end. */
const tolerance = 8

/** Where a row may be scrolled by as much of it as is seen. */
function usePages(row: { readonly current: HTMLElement | null }) {
  const [ends, setEnds] = useState({ canGoBack: false, canGoOn: false })

  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      const canGoBack = scrollLeft > tolerance
      const canGoOn = scrollLeft + clientWidth < scrollWidth - tolerance
      setEnds((before) =>
        before.canGoBack === canGoBack && before.canGoOn === canGoOn ? before : { canGoBack, canGoOn },
      )
    }
    const resized = new ResizeObserver(measure)
    const changed = new MutationObserver(measure)
    resized.observe(element)
    changed.observe(element, { childList: true })
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      resized.disconnect()
      changed.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [row])

  const goBy = (pages: number) => row.current?.scrollBy({ left: pages * row.current.clientWidth })
  return { ...ends, goBack: () => goBy(-1), goOn: () => goBy(1) }
}
