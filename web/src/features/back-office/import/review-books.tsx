import {
  type Import,
  type ImportApplication,
  type ImportBook,
  pageImportBooks,
} from '@earmark/contract/imports.ts'
import { pageCount } from '@earmark/contract/paging.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { apiQuery, prefetch } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { type Selection, useSelection } from '../bulk/use-selection.ts'
import { BookRow } from './book-row.tsx'
import rowStyles from './book-row.module.css'
import { BringAll } from './bring-all.tsx'
import { titleOf } from './calls/import-calls.ts'
import { Failure } from './import-page.tsx'
import {
  bookQuery,
  type ImportSearch,
  readReview,
  reviewPageSize,
  type ReviewQuery,
  writeReview,
} from './import-search.ts'
import { reviewMessages as messages } from './messages.ts'
import { ReviewBar } from './review-bar.tsx'
import styles from './review-books.module.css'
import { kindsOf, ReviewFilters } from './review-filters.tsx'

interface ReviewBooksProps {
  of: Import
  query: ReviewQuery
  /** @returns whether it was begun */
  onApply: (body: ImportApplication) => Promise<boolean>
}

function booksOf(importId: number, query: ReviewQuery) {
  return apiQuery(pageImportBooks, { params: { id: importId }, querystring: bookQuery(query) })
}

/** What an import proposes: narrowed, searched, paged, selected, brought in. */
export function ReviewBooks({ of, query: asked, onApply }: ReviewBooksProps) {
  const query = { ...asked, kind: asked.kind ?? kindsOf(of)[0] }
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const selection = useSelection()
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...booksOf(of.id, query),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const [asDrafts, setAsDrafts] = useState(true)
  const isReview = of.state === 'Review'
  const pages = pageCount(data?.totalCount ?? 0, reviewPageSize)
  const items = data?.items ?? []
  const choosable = items.filter((book) => isReview && canTake(book))
  const chosen = useSeen(choosable, selection)
  const records = choosable.map((book) => ({ id: book.id, name: nameOf(book) }))

  function change(part: Partial<ReviewQuery>) {
    void navigate({
      to: '.',
      // Not of this rendering: another part may have changed a moment ago.
      search: (now: ImportSearch) => writeReview({ ...readReview(now), page: 1, ...part }),
      resetScroll: false,
    })
  }

  function turnTo(page: number) {
    change({ page })
    heading.current?.focus()
  }

  return (
    <section aria-labelledby="import-books" className={styles.section}>
      <h2 id="import-books" ref={heading} tabIndex={-1} className={`title ${styles.heading}`}>
        {messages.books}
      </h2>
      <ReviewFilters of={of} query={query} onChange={change}>
        {isReview && <BringAll of={of} asDrafts={asDrafts} onDrafts={setAsDrafts} onApply={onApply} />}
      </ReviewFilters>
      <VisuallyHidden>
        <span role="status">{data && !isPlaceholderData && messages.found(data.totalCount)}</span>
      </VisuallyHidden>
      {isError && data === undefined && (
        <Failure text={messages.booksFailed} onReload={() => void refetch()} />
      )}
      {data === undefined && !isError && <Skeleton className={styles.grey} />}
      {data && items.length === 0 && (
        <div className={styles.none}>
          <p>{messages.none}</p>
          <Button onClick={() => change({ hasQuestions: false, search: '' })}>{messages.showAll}</Button>
        </div>
      )}
      {items.length > 0 && (
        <ColumnHeads>
          {records.length > 0 && (
            <label className={rowStyles.target}>
              <input
                type="checkbox"
                className={rowStyles.box}
                aria-label={messages.selectPage}
                checked={records.every(({ id }) => selection.selected.has(id))}
                onChange={({ target }) => selection.put(records, target.checked)}
              />
            </label>
          )}
        </ColumnHeads>
      )}
      <ol role="list" className={styles.rows} data-waiting={isPlaceholderData ? '' : undefined}>
        {items.map((book, place) => (
          <BookRow
            key={book.id}
            importId={of.id}
            book={book}
            startedAt={of.startedAt}
            next={items[place + 1]}
            isReview={isReview}
            isSelected={selection.selected.has(book.id)}
            onSelect={(isRange) => selection.toggle(records, book.id, isRange)}
            onLeave={() => {
              selection.put([{ id: book.id, name: '' }], false)
              heading.current?.focus()
            }}
          />
        ))}
      </ol>
      {isReview && chosen.length > 0 && (
        <ReviewBar
          importId={of.id}
          books={chosen}
          onBring={(bookIds) => onApply({ bookIds, publish: !asDrafts })}
          onLeave={() => heading.current?.focus()}
          onClear={selection.clear}
        />
      )}
      {pages > 1 && (
        <Pager
          label={messages.pages}
          current={query.page}
          pages={pages}
          onChoose={turnTo}
          onHint={(page) => prefetch(booksOf(of.id, { ...query, page }))}
        />
      )}
    </section>
  )
}

/** Heads for the eye: each row says all of it by itself. */
function ColumnHeads({ children }: { children: ReactNode }) {
  const { book, questions, length, files } = messages.columns
  return (
    <div className={rowStyles.columns}>
      {children || <span className={rowStyles.target} />}
      <span className={rowStyles.wordsHead}>{book}</span>
      <span className={rowStyles.questionsHead}>{questions}</span>
      <span className={rowStyles.lengthHead}>{length}</span>
      <span className={rowStyles.countHead}>{files}</span>
    </div>
  )
}

/** The selected books: those of other pages, then those of this one in the order of their rows. */
function useSeen(choosable: readonly ImportBook[], { selected }: Selection): ImportBook[] {
  const [seen, setSeen] = useState<ReadonlyMap<number, ImportBook>>(new Map())
  if (choosable.some((book) => seen.get(book.id) !== book))
    setSeen(new Map([...seen, ...choosable.map((book) => [book.id, book] as const)]))
  const elsewhere = [...seen.values()].filter(({ id }) => !choosable.some((book) => book.id === id))
  return [...elsewhere, ...choosable].filter(({ id }) => selected.has(id))
}

export function nameOf(book: ImportBook): string {
  return titleOf(book) ?? messages.untitled
}

export function canTake({ kind, isApplied }: ImportBook): boolean {
  return kind !== 'Refused' && !isApplied
}
