import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { Page } from '../../../ui/page/page.tsx'
import { SearchField } from '../../../ui/search-field/search-field.tsx'
import { messages } from '../messages.ts'
import type { ListQuery } from '../queries.ts'
import type { ListKind, Listed } from './list-kinds.ts'
import styles from './list-page.module.css'
import { RecordList } from './record-list.tsx'
import { SortChoice } from './sort-choice.tsx'
import { useRecordPage } from './use-record-page.ts'

function countText(totalCount: number, search: string): string {
  return search === '' ? String(totalCount) : messages.foundIn(totalCount, search)
}

interface ListPageProps<Item extends Listed> {
  kind: ListKind<Item>
  /** From the address, which holds all of the page's state. */
  query: ListQuery
}

export function ListPage<Item extends Listed>({ kind, query }: ListPageProps<Item>) {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const page = useRecordPage(kind, query)

  function change(parts: Partial<ListQuery>) {
    void navigate({ to: kind.path, search: { ...query, ...parts } })
  }

  // A new term or order starts at the first page; without a term there is no best match.
  function search(term: string) {
    const sort = term === '' && query.sortBy === 'relevance' ? { sortBy: 'id' as const } : {}
    change({ search: term, pageNumber: 1, ...sort })
  }

  return (
    <Page title={kind.messages.title}>
      <div className={styles.head}>
        <h1 ref={heading} className={`title ${styles.title}`} tabIndex={-1}>
          {kind.messages.title}
        </h1>
        {page.shown && page.shown.totalCount > 0 && (
          <p className={`number ${styles.count}`}>{countText(page.shown.totalCount, query.search)}</p>
        )}
        <div className={styles.tools}>
          <SearchField
            className={styles.search}
            label={kind.messages.search}
            term={query.search}
            onSearch={search}
            onClear={() => search('')}
          />
          <SortChoice query={query} onChoose={(sort) => change({ ...sort, pageNumber: 1 })} />
        </div>
      </div>
      <RecordList
        kind={kind}
        query={query}
        page={page}
        topmost
        heading="h2"
        onPage={(pageNumber) => {
          change({ pageNumber })
          heading.current?.focus({ preventScroll: true })
        }}
        onClearSearch={() => search('')}
      />
    </Page>
  )
}
