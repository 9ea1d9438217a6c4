import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { messages } from '../page-messages.ts'
import type { FoundKind } from './kinds.ts'
import styles from './search-page.module.css'

interface KindSectionProps {
  kind: FoundKind
  term: string
  /** Undefined while it loads. */
  totalCount: number | undefined
  /** How many of them stand below. */
  shown: number
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A kind's matches under its heading, which leads to all of them where only some are shown. */
export function KindSection({ kind, term, totalCount, shown, heading, children }: KindSectionProps) {
  return (
    <section className={styles.section} aria-labelledby={kind.part}>
      <div className={styles.head}>
        <h2 id={kind.part} ref={heading} className={`title ${styles.heading}`} tabIndex={-1}>
          {kind.title}
        </h2>
        {totalCount === undefined ? null : totalCount > shown ? (
          <Link to="/search" search={{ search: term, kind: kind.kind }} className={`number ${styles.all}`}>
            {messages.seeAll(totalCount)}
            <VisuallyHidden> {kind.title}</VisuallyHidden>
          </Link>
        ) : (
          <p className={`number ${styles.count}`}>{messages.found(totalCount)}</p>
        )}
      </div>
      {children}
    </section>
  )
}
