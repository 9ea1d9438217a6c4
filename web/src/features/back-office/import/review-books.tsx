import {
  type Import,
  type ImportApplication,
  type ImportBook,
  pageImportBooks,
} from '@earmark/contract/imports.ts'
import { pageCount } from '@earmark/contract/paging.ts'
import { importBookKinds, type ImportBookKind } from '@earmark/contract/planner/plan-output.ts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { apiQuery, prefetch } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { SearchField } from '../../../ui/search-field/search-field.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { useSelection } from '../bulk/use-selection.ts'
import { BookRow } from './book-row.tsx'
import rowStyles from './book-row.module.css'
import { grouped } from './calls/grouped.ts'
import { titleOf } from './calls/import-calls.ts'
import { Failure } from './import-page.tsx'
import {
  bookQuery,
  type ImportSearch,
  readReview,
  reviewPageSize,
  type ReviewQuery,
  type ReviewSort,
  reviewSorts,
  writeReview,
} from './import-search.ts'
import { kindNames, reviewMessages as messages } from './messages.ts'
import styles from './review-books.module.css'

interface ReviewBooksProps {
  of: Import
  query: ReviewQuery
  /** @returns whether it was begun */
  onApply: (body: ImportApplication) => Promise<boolean>
}

const countNames: Record<ImportBookKind, 'new' | 'changed' | 'moved' | 'missing' | 'refused'> = {
  New: 'new',
  Changed: 'changed',
  Moved: 'moved',
  Missing: 'missing',
  Refused: 'refused',
}

function booksOf(importId: number, query: ReviewQuery) {
  return apiQuery(pageImportBooks, { params: { id: importId }, querystring: bookQuery(query) })
}

/** What an import proposes: narrowed, searched, paged, selected, brought in. */
export function ReviewBooks({ of, query, onApply }: ReviewBooksProps) {
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const selection = useSelection()
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...booksOf(of.id, query),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const isReview = of.state === 'Review'
  const pages = pageCount(data?.totalCount ?? 0, reviewPageSize)
  const items = data?.items ?? []
  const choosable = items.filter((book) => isReview && canTake(book))
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
      <Tabs of={of} query={query} onChange={change} />
      {isReview && (
        <BringBar
          of={of}
          selected={[...selection.selected.keys()]}
          onApply={async (body) => {
            if (await onApply(body)) selection.clear()
          }}
        />
      )}
      <Tools query={query} onChange={change} />
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
          <Button onClick={() => change({ kind: undefined, hasQuestions: false, search: '' })}>
            {messages.showAll}
          </Button>
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

export function nameOf(book: ImportBook): string {
  return titleOf(book) ?? messages.untitled
}

export function canTake({ kind, isApplied }: ImportBook): boolean {
  return kind !== 'Refused' && !isApplied
}

interface TabsProps {
  of: Import
  query: ReviewQuery
  onChange: (part: Partial<ReviewQuery>) => void
}

function Tabs({ of: { counts }, query, onChange }: TabsProps) {
  const kinds = importBookKinds.filter((kind) => counts[countNames[kind]] > 0 || query.kind === kind)
  return (
    <div className={styles.tabs} role="group" aria-label={messages.tabs}>
      <button
        type="button"
        className={styles.tab}
        aria-pressed={query.kind === undefined}
        onClick={() => onChange({ kind: undefined })}
      >
        {messages.all}
      </button>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className={styles.tab}
          aria-pressed={query.kind === kind}
          onClick={() => onChange({ kind })}
        >
          {kindNames[kind]} <span className={styles.count}>{grouped(counts[countNames[kind]])}</span>
        </button>
      ))}
      <label className={styles.filter}>
        <input
          type="checkbox"
          className={styles.box}
          checked={query.hasQuestions}
          onChange={({ target }) => onChange({ hasQuestions: target.checked })}
        />
        {messages.withQuestions}
      </label>
    </div>
  )
}

function Tools({ query, onChange }: Omit<TabsProps, 'of'>) {
  return (
    <div className={styles.tools}>
      <SearchField
        className={styles.search}
        label={messages.search}
        term={query.search}
        onSearch={(search) => onChange({ search })}
        onClear={() => onChange({ search: '' })}
      />
      <span className={styles.choice}>
        <select
          aria-label={messages.sort}
          className={styles.select}
          value={query.sort}
          onChange={({ target }) => onChange({ sort: target.value as ReviewSort })}
        >
          {reviewSorts.map((sort) => (
            <option key={sort} value={sort}>
              {messages.sorts[sort]}
            </option>
          ))}
        </select>
        <ChevronDown size={16} className={styles.arrow} aria-hidden="true" />
      </span>
    </div>
  )
}

interface BringBarProps {
  of: Import
  selected: readonly number[]
  onApply: (body: ImportApplication) => Promise<void>
}

function BringBar({ of, selected, onApply }: BringBarProps) {
  const [asDrafts, setAsDrafts] = useState(true)
  const [isRunning, setRunning] = useState(false)
  const count = useUnasked(of)

  async function run(body: ImportApplication) {
    setRunning(true)
    await onApply({ ...body, publish: !asDrafts })
    setRunning(false)
  }

  return (
    <div className={styles.bring}>
      <Button
        kind="filled"
        disabled={isRunning || count === 0}
        onClick={() => void run({ all: true, withoutWarningsOnly: true })}
      >
        {messages.bringAll(count)}
      </Button>
      <Button
        disabled={isRunning || selected.length === 0}
        onClick={() => void run({ bookIds: [...selected] })}
      >
        {selected.length > 0 ? messages.bringSelectedCount(selected.length) : messages.bringSelected}
      </Button>
      <label className={styles.drafts}>
        <input
          type="checkbox"
          className={styles.box}
          checked={asDrafts}
          onChange={({ target }) => setAsDrafts(target.checked)}
        />
        {messages.asDrafts} <span className={styles.hint}>{messages.asDraftsHint}</span>
      </label>
    </div>
  )
}

const onlyTheCount = { pageNumber: 1, pageSize: 1, sortBy: 'id', sortOrder: 'asc', search: '' } as const

/** How many books can be brought in without a question; undefined where some of them are brought in already. */
function useUnasked({ id, counts, progress }: Import): number | undefined {
  const asked = [
    { decision: 'Skip' },
    { decision: 'Skip', warning: 'Any' },
    { kind: 'Refused', warning: 'Any' },
  ] as const
  const [skipped = 0, skippedWarned = 0, refusedWarned = 0] = useQueries({
    queries: asked.map((filters) => ({
      ...apiQuery(pageImportBooks, { params: { id }, querystring: { ...onlyTheCount, ...filters } }),
      staleTime: 0,
    })),
  }).map(({ data }) => data?.totalCount)
  if (progress.applied > 0) return undefined
  const { new: fresh, changed, moved, missing, warned } = counts
  const all = fresh + changed + moved + missing
  return Math.max(0, all - (warned - refusedWarned) - (skipped - skippedWarned))
}
