/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- browsers drop a table's roles with its layout */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './column-heading.module.css'

export interface Sort<Field extends string = string> {
  by: Field
  order: 'asc' | 'desc'
}

interface ColumnHeadingProps<Field extends string> {
  column: { heading: string; head?: ReactNode; kind?: string; sortBy?: Field }
  sort: Sort<Field> | undefined
  onSort: ((sort: Sort<Field>) => void) | undefined
}

const spoken = { asc: 'ascending', desc: 'descending' } as const

export function ColumnHeading<Field extends string>({ column, sort, onSort }: ColumnHeadingProps<Field>) {
  const { heading, head, kind = 'text', sortBy } = column
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
        (head ?? <span className={styles.label}>{heading}</span>)
      )}
    </th>
  )
}

/** The column's ascending order first, then the other one in turn. */
export function nextSort<Field extends string>(by: Field, current: Sort<Field> | undefined): Sort<Field> {
  return { by, order: current?.by === by && current.order === 'asc' ? 'desc' : 'asc' }
}
