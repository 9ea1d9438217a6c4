import { Button } from '../../../ui/button/button.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { messages } from '../page-messages.ts'
import type { ListQuery } from '../queries.ts'
import type { ListKind, Listed } from './list-kinds.ts'
import { ListMessage } from './list-message.tsx'
import { ListFailure, ListLoading } from './list-states.tsx'
import { RecordGrid } from './record-grid.tsx'
import styles from './record-list.module.css'
import type { RecordPage } from './use-record-page.ts'

interface RecordListProps<Item extends Listed> {
  kind: ListKind<Item>
  query: ListQuery
  page: RecordPage<Item>
  onPage: (pageNumber: number) => void
  /** Resets the list's own search; absent for a list without one. */
  onClearSearch?: () => void
  topmost?: boolean
  /** The level of the cards' names. */
  heading?: 'h2' | 'h3'
}

/** A page of records with its pager, or a sentence in its place. */
export function RecordList<Item extends Listed>(props: RecordListProps<Item>) {
  const { kind, query, page, onPage } = props
  if (page.failed) return <ListFailure kind={kind} onReload={page.reload} />
  if (page.shown === undefined) return <ListLoading count={query.pageSize} />
  const { items, totalCount } = page.shown
  return (
    <div className={styles.list}>
      {items.length === 0 ? (
        <NothingToShow {...props} totalCount={totalCount} />
      ) : (
        <RecordGrid
          kind={kind}
          items={items}
          topmost={props.topmost}
          heading={props.heading}
          waiting={page.waiting}
        />
      )}
      {totalCount > query.pageSize && (
        <>
          <Pager
            label={kind.messages.pages}
            current={query.pageNumber}
            pages={page.pages}
            onChoose={onPage}
            onHint={page.hint}
          />
          <VisuallyHidden>
            <span role="status">
              {page.waiting ? messages.loading : messages.pageOf(query.pageNumber, page.pages)}
            </span>
          </VisuallyHidden>
        </>
      )}
    </div>
  )
}

/** No items: nothing matches, the page is past the end, or there is nothing at all. */
function NothingToShow<Item extends Listed>(props: RecordListProps<Item> & { totalCount: number }) {
  const { kind, query, page, totalCount, onClearSearch } = props
  if (totalCount > 0) {
    return (
      <ListMessage text={messages.pastTheEnd(page.pages)}>
        <Button onClick={() => props.onPage(1)}>{messages.toFirstPage}</Button>
      </ListMessage>
    )
  }
  if (query.search !== '' && onClearSearch) {
    return (
      <ListMessage text={messages.nothingFoundIn(query.search)}>
        <Button onClick={onClearSearch}>{messages.showAll}</Button>
      </ListMessage>
    )
  }
  return <ListMessage text={kind.messages.empty} />
}
