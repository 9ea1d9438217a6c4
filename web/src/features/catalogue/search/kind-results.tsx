import { pageCount } from '@earmark/contract/paging.ts'
import type { SearchAllQuery, SearchResult } from '@earmark/contract/search.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { prefetch } from '../../../lib/query-client.ts'
import { Button, buttonClass } from '../../../ui/button/button.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { ListMessage } from '../list/list-message.tsx'
import { messages } from '../page-messages.ts'
import { FoundItems } from './found-items.tsx'
import { KindSection } from './kind-section.tsx'
import type { FoundKind } from './kinds.ts'
import { searchMessages } from './messages.ts'
import { found as foundQuery } from './queries.ts'
import styles from './search-page.module.css'

interface KindResultsProps {
  kind: FoundKind
  query: SearchAllQuery
  found: SearchResult
  /** What is found is still that of the previous address. */
  waiting: boolean
}

/** All that is found of one kind, in pages. */
export function KindResults({ kind, query, found, waiting }: KindResultsProps) {
  const { search, pageNumber = 1, pageSize = 1 } = query
  const { totalCount, items } = found[kind.part]
  const pages = pageCount(totalCount, pageSize)
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)

  function choose(number: number) {
    void navigate({ to: '/search', search: { search, kind: kind.kind, pageNumber: number } })
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <KindSection kind={kind} term={search} totalCount={totalCount} shown={totalCount} heading={heading}>
      {totalCount === 0 ? (
        <ListMessage text={messages.nothingFoundIn(search)}>
          <Link to="/search" search={{ search }} className={buttonClass}>
            {searchMessages.allKinds}
          </Link>
        </ListMessage>
      ) : items.length === 0 && !waiting ? (
        <ListMessage text={messages.pastTheEnd(pages)}>
          <Button onClick={() => choose(1)}>{messages.toFirstPage}</Button>
        </ListMessage>
      ) : (
        <div className={styles.items} aria-busy={waiting} data-waiting={waiting ? '' : undefined}>
          <FoundItems kind={kind} found={found} topmost />
        </div>
      )}
      {totalCount > pageSize && (
        <>
          <Pager
            label={searchMessages.pagesOf(kind.title)}
            current={pageNumber}
            pages={pages}
            onChoose={choose}
            onHint={(number) => prefetch(foundQuery({ ...query, pageNumber: number }))}
          />
          <VisuallyHidden>
            <span role="status">{waiting ? messages.loading : messages.pageOf(pageNumber, pages)}</span>
          </VisuallyHidden>
        </>
      )}
    </KindSection>
  )
}
