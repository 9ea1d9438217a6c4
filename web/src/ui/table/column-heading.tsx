/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- browsers forget a table's own roles once it is laid out as anything else */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { nextSort, type Sort } from './sorting.ts'
import styles from './column-heading.module.css'

interface ColumnHeadingProps<Field extends string> {
  column: { heading: string; kind?: string; sortBy?: Field }
  sort: Sort<Field> | undefined
  onSort: ((sort: Sort<Field>) => void) | undefined
}

const spoken = { asc: 'ascending', desc: 'descending' } as const

/** What a column holds, and where it can be sorted, the button that does it. */
export function ColumnHeading<Field extends string>({ column, sort, onSort }: ColumnHeadingProps<Field>) {
  const { heading, kind = 'text', sortBy } = column
  const order = sortBy !== undefined && sort?.by === sortBy ? sort.order : undefined
  const Icon = order === undefined ? ChevronsUpDown : order === 'asc' ? ArrowUp : ArrowDown
  const sorts = sortBy !== undefined && onSort !== undefined
  return (
    <th
      scope="col"
      role="columnheader"
      className={styles.heading}
      data-kind={kind}
      data-sorts={sorts ? '' : undefined}
      aria-sort={order && spoken[order]}
    >
      {sorts ? (
        <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sortBy, sort))}>
          {heading}
          <Icon size={14} aria-hidden="true" />
        </button>
      ) : (
        <span className={styles.label}>{heading}</span>
      )}
    </th>
  )
}
