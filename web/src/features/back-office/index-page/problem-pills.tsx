import type { EditedCounts } from '@earmark/contract/edited-records.ts'
import { useQuery } from '@tanstack/react-query'
import type { ApiQuery } from '../../../lib/query-client.ts'
import { chosenFilters, filtersOf, type TableFilter, type TableName, toggleFilter } from '../index-search.ts'
import { indexMessages } from '../messages.ts'
import styles from './problem-pills.module.css'
import type { IndexTableState } from './use-index-table.ts'

interface ProblemPillsProps<Name extends TableName, Row> {
  table: IndexTableState<Name, Row>
  counts: ApiQuery<EditedCounts>
}

/** What a table can be narrowed to, with the number of records. */
export function ProblemPills<Name extends TableName, Row>({ table, counts }: ProblemPillsProps<Name, Row>) {
  const { data, isError } = useQuery({ ...counts, staleTime: 0 })
  const chosen = chosenFilters(table.query)
  const countOf = new Map<TableFilter | 'Published', number>(
    [...(data?.problems ?? []), ...(data?.statuses ?? [])].map(({ value, count }) => [
      value as TableFilter,
      count,
    ]),
  )
  const total = data?.statuses.reduce((sum, { count }) => sum + count, 0)
  // Without their numbers all are offered.
  const isOffered = (filter: TableFilter) =>
    isError || (countOf.get(filter) ?? 0) > 0 || chosen.includes(filter)

  return (
    <div role="group" aria-label={indexMessages.filters(table.messages.title)} className={styles.pills}>
      <Pill
        label={indexMessages.all}
        count={total}
        isChosen={chosen.length === 0}
        onChoose={() => table.show([])}
      />
      {filtersOf(table.table)
        .filter(isOffered)
        .map((filter) => (
          <Pill
            key={filter}
            label={indexMessages.problems[filter]}
            count={countOf.get(filter)}
            isChosen={chosen.includes(filter)}
            onChoose={() => table.show(toggleFilter(chosen, filter))}
          />
        ))}
    </div>
  )
}

interface PillProps {
  label: string
  count: number | undefined
  isChosen: boolean
  onChoose: () => void
}

function Pill({ label, count, isChosen, onChoose }: PillProps) {
  return (
    <button type="button" className={styles.pill} aria-pressed={isChosen} onClick={onChoose}>
      {label} {count !== undefined && <span className={styles.count}>{count}</span>}
    </button>
  )
}
