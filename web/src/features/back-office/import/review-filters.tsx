import { type Import, pageImportBooks } from '@earmark/contract/imports.ts'
import { importBookKinds, type ImportBookKind } from '@earmark/contract/planner/plan-output.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../../lib/query-client.ts'
import { Choice } from '../../../ui/choice/choice.tsx'
import { SearchField } from '../../../ui/search-field/search-field.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { grouped } from './calls/grouped.ts'
import { countQuery, type ReviewQuery, type ReviewSort, reviewSorts } from './import-search.ts'
import { kindNames, reviewMessages as messages } from './messages.ts'
import styles from './review-filters.module.css'

interface FilterProps {
  of: Import
  query: ReviewQuery
  onChange: (part: Partial<ReviewQuery>) => void
}

const countNames: Record<ImportBookKind, 'new' | 'changed' | 'moved' | 'missing' | 'refused'> = {
  New: 'new',
  Changed: 'changed',
  Moved: 'moved',
  Missing: 'missing',
  Refused: 'refused',
}

export function kindsOf({ counts }: Import): ImportBookKind[] {
  return importBookKinds.filter((kind) => counts[countNames[kind]] > 0)
}

/** Which books of an import are shown, and in which order; `children` stand beside them. */
export function ReviewFilters({ children, ...props }: FilterProps & { children: ReactNode }) {
  return (
    <>
      <Tabs {...props} />
      <div className={styles.tools}>
        <Narrowed {...props} />
        <Tools query={props.query} onChange={props.onChange} />
        {children}
      </div>
    </>
  )
}

function Tabs({ of, query, onChange }: FilterProps) {
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
function Narrowed({ of, query, onChange }: FilterProps) {
  const { kind, hasQuestions } = query
  const filters = { ...countQuery, ...(kind && { kind }), warning: 'Any' as const }
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

function Tools({ query, onChange }: Omit<FilterProps, 'of'>) {
  return (
    <>
      <SearchField
        className={styles.search}
        label={messages.search}
        term={query.search}
        onSearch={(search) => onChange({ search })}
        onClear={() => onChange({ search: '' })}
      />
      <Choice
        className={styles.order}
        label={messages.sort}
        value={query.sort}
        onChoose={(sort) => onChange({ sort: sort as ReviewSort })}
      >
        {reviewSorts.map((sort) => (
          <option key={sort} value={sort}>
            {messages.sorts[sort]}
          </option>
        ))}
      </Choice>
    </>
  )
}
