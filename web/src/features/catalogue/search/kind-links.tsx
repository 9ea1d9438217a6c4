import type { SearchAllQuery, SearchResult } from '@earmark/contract/search.ts'
import { Link } from '@tanstack/react-router'
import { kinds } from './kinds.ts'
import { searchMessages } from './messages.ts'
import styles from './search-page.module.css'

interface KindLinksProps {
  query: SearchAllQuery
  found: SearchResult
}

/** Leads to the whole list of each kind that has matches, where there are several, and back to the best of all. */
export function KindLinks({ query: { search, kind: asked }, found }: KindLinksProps) {
  const present = kinds.filter(({ part, kind }) => found[part].totalCount > 0 || kind === asked)
  if (present.length < 2 && !asked) return null
  return (
    <nav className={styles.kinds} aria-label={searchMessages.kinds}>
      <Link to="/search" search={{ search }} className={styles.kind} activeOptions={{ exact: true }}>
        {searchMessages.all}
      </Link>
      {present.map(({ kind, part, title }) => (
        <Link key={kind} to="/search" search={{ search, kind }} className={`number ${styles.kind}`}>
          {title} <span className={styles.count}>{found[part].totalCount}</span>
        </Link>
      ))}
    </nav>
  )
}
