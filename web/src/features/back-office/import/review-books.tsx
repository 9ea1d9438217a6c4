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
import { type Selection, useSelection } from '../bulk/use-selection.ts'
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
import { ReviewBar } from './review-bar.tsx'
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
      <Tabs of={of} query={query} onChange={change} />
      <div className={styles.tools}>
        <Narrowed of={of} query={query} onChange={change} />
        <Tools query={query} onChange={change} />
        {isReview && <BringAll of={of} asDrafts={asDrafts} onDrafts={setAsDrafts} onApply={onApply} />}
      </div>
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

interface TabsProps {
  of: Import
  query: ReviewQuery
  onChange: (part: Partial<ReviewQuery>) => void
}

function kindsOf({ counts }: Import): ImportBookKind[] {
  return importBookKinds.filter((kind) => counts[countNames[kind]] > 0)
}

function Tabs({ of, query, onChange }: TabsProps) {
  const kinds = importBookKinds.filter((kind) => kindsOf(of).includes(kind) || query.kind === kind)
  return (
    <div className={styles.tabs} role="group" aria-label={messages.tabs}>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className={styles.tab}
          aria-pressed={query.kind === kind}
          onClick={() => onChange({ kind })}
        >
          {kindNames[kind]} <span className={styles.count}>{grouped(of.counts[countNames[kind]])}</span>
        </button>
      ))}
    </div>
  )
}

/** All of a kind, or those that ask something. */
function Narrowed({ of, query, onChange }: TabsProps) {
  const { kind, hasQuestions } = query
  const filters = { ...onlyTheCount, ...(kind && { kind }), warning: 'Any' as const }
  const { data } = useQuery({
    ...apiQuery(pageImportBooks, { params: { id: of.id }, querystring: filters }),
    staleTime: 0,
  })
  const choices = [
    [false, messages.all, kind && of.counts[countNames[kind]]],
    [true, messages.withQuestions, data?.totalCount],
  ] as const
  return (
    <div className={styles.segments} role="group" aria-label={messages.narrowed}>
      {choices.map(([isNarrow, text, count]) => (
        <button
          key={text}
          type="button"
          className={styles.segment}
          aria-pressed={hasQuestions === isNarrow}
          onClick={() => onChange({ hasQuestions: isNarrow })}
        >
          {text} <VisuallyHidden>, </VisuallyHidden>
          {count !== undefined && <span className={styles.segmentCount}>{grouped(count)}</span>}
        </button>
      ))}
    </div>
  )
}

function Tools({ query, onChange }: Omit<TabsProps, 'of'>) {
  return (
    <>
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
    </>
  )
}

interface BringAllProps {
  of: Import
  asDrafts: boolean
  onDrafts: (asDrafts: boolean) => void
  onApply: (body: ImportApplication) => Promise<boolean>
}

function BringAll({ of, asDrafts, onDrafts, onApply }: BringAllProps) {
  const [isRunning, setRunning] = useState(false)
  const count = useUnasked(of)

  async function bring() {
    setRunning(true)
    await onApply({ all: true, withoutWarningsOnly: true, publish: !asDrafts })
    setRunning(false)
  }

  return (
    <div className={styles.bring}>
      <label className={styles.drafts}>
        <input
          type="checkbox"
          className={styles.box}
          checked={asDrafts}
          onChange={({ target }) => onDrafts(target.checked)}
        />
        {messages.asDrafts}
      </label>
      <Button kind="filled" disabled={isRunning || count === 0} onClick={() => void bring()}>
        {messages.bringAll(count)}
      </Button>
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
