import { listFilters, type ListSort } from '@earmark/contract/list-addresses.ts'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useRef } from 'react'
import { useMediaQuery } from '../../../lib/use-media-query.ts'
import { Page } from '../../../ui/page/page.tsx'
import { SearchField } from '../../../ui/search-field/search-field.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { listenersSpeed } from '../../player/index.ts'
import type { ListChange } from './choices.ts'
import { messages } from '../page-messages.ts'
import { browseMessages } from './messages.ts'
import type { ListQuery } from '../queries.ts'
import type { ListKind, Listed } from '../list/list-kinds.ts'
import { keepOrder, listAddress, openListQuery } from './list-query.ts'
import styles from './list-page.module.css'
import { RecordList } from '../list/record-list.tsx'
import { SortChoice } from './sort-choice.tsx'
import { useRecordPage } from '../list/use-record-page.ts'

const filters = () => import('./filters.tsx')
const ChosenFilters = lazy(async () => ({ default: (await filters()).ChosenFilters }))
const FilterColumn = lazy(async () => ({ default: (await filters()).FilterColumn }))
const FilterSheet = lazy(async () => ({ default: (await filters()).FilterSheet }))
const NothingMatches = lazy(async () => ({ default: (await filters()).NothingMatches }))
const WholeCount = lazy(async () => ({ default: (await filters()).WholeCount }))

interface ListPageProps<Item extends Listed> {
  kind: ListKind<Item>
  /** All of the page's state but an order that was chosen before. */
  address: Partial<ListQuery>
}

export function ListPage<Item extends Listed>({ kind, address }: ListPageProps<Item>) {
  const query = openListQuery(kind.path, address)
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const speed = listenersSpeed()
  const isWide = useMediaQuery('(min-width: 1024px)')
  const page = useRecordPage(kind, query, listFilters(query, speed))
  const {
    pageNumber: _page,
    pageSize: _size,
    sortBy: _sort,
    sortOrder: _order,
    search: term,
    ...choices
  } = query
  const isFiltered = Object.keys(choices).length > 0

  // Of changes in quick succession each adds to the address that the one before leads to.
  function change(parts: ListChange, replace = false) {
    void navigate({
      to: kind.path,
      search: (current) => listAddress(kind.path, openListQuery(kind.path, { ...current, ...parts })),
      replace,
    })
  }

  // A new term, filter or order starts at the first page; without a term there is no best match.
  function search(sought: string) {
    const sort =
      sought === '' && query.sortBy === 'relevance' ? { sortBy: undefined, sortOrder: undefined } : {}
    change({ search: sought, pageNumber: 1, ...sort })
  }

  function sort(chosen: ListSort) {
    keepOrder(kind.path, chosen)
    // The way back does not lead through orders: an address without one has the order chosen last.
    change({ ...chosen, pageNumber: 1 }, true)
  }

  const filtering = {
    kind: kind as ListKind<Listed>,
    query,
    speed,
    onChange: (parts: ListChange, replace?: boolean) => change({ ...parts, pageNumber: 1 }, replace),
  }

  return (
    <Page title={kind.messages.title} grows>
      <div className={styles.head}>
        <h1 ref={heading} className={`title ${styles.title}`} tabIndex={-1}>
          {kind.messages.title}
        </h1>
        <p className={`number ${styles.count}`} aria-live="polite" aria-atomic="true">
          {page.shown && (page.shown.totalCount > 0 || isFiltered) && (
            <>
              {term === '' ? page.shown.totalCount : messages.foundIn(page.shown.totalCount, term)}
              {isFiltered && term === '' && (
                <Suspense>
                  <WholeCount kind={filtering.kind} />
                </Suspense>
              )}
              {term === '' && <VisuallyHidden> {kind.messages.title}</VisuallyHidden>}
            </>
          )}
        </p>
        <div className={styles.tools}>
          <SearchField
            className={styles.search}
            label={kind.messages.search}
            term={term}
            onSearch={search}
            onClear={() => search('')}
          />
          {!isWide && (
            <div className={styles.filter}>
              <Suspense>
                <FilterSheet {...filtering} />
              </Suspense>
            </div>
          )}
          <SortChoice path={kind.path} query={query} onChoose={sort} />
        </div>
      </div>
      <div className={styles.layout}>
        <aside className={styles.column} aria-label={browseMessages.filters}>
          {isWide && !page.failed && (
            <Suspense>
              <FilterColumn {...filtering} />
            </Suspense>
          )}
        </aside>
        <div className={styles.found}>
          {isFiltered && (
            <div className={styles.chosen}>
              <Suspense>
                <ChosenFilters {...filtering} />
              </Suspense>
            </div>
          )}
          {isFiltered && page.shown?.totalCount === 0 && !page.waiting ? (
            <Suspense>
              <NothingMatches {...filtering} />
            </Suspense>
          ) : (
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
          )}
        </div>
      </div>
    </Page>
  )
}
