/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- browsers drop a table's roles with its layout */
import type { CSSProperties, ReactNode } from 'react'
import { Skeleton } from '../skeleton/skeleton.tsx'
import { Cell } from './cell.tsx'
import { ColumnHeading, type Sort } from './column-heading.tsx'
import styles from './table.module.css'

export interface Column<Row, Field extends string = string> {
  heading: string
  cell: (row: Row) => ReactNode
  /** In the place of the heading. */
  head?: ReactNode
  /** `name` heads its row. */
  kind?: 'select' | 'name' | 'text' | 'code' | 'number' | 'picture' | 'flag' | 'field' | 'actions'
  /** Makes the column sortable. */
  sortBy?: Field
}

interface TableProps<Row, Field extends string> {
  /** The id of the heading that names the table. */
  labelledBy: string
  columns: readonly Column<Row, Field>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** By the row's place, from 0. */
  rowStyle?: (place: number) => CSSProperties | undefined
  sort?: Sort<Field>
  onSort?: (sort: Sort<Field>) => void
  /** The rows are of an earlier query. */
  waiting?: boolean
  /** While loading. */
  expectedRows?: number
}

/** In narrow windows each row becomes a card. */
export function Table<Row, Field extends string = string>(props: TableProps<Row, Field>) {
  const { labelledBy, columns, rows, rowKey, rowStyle, sort, onSort, waiting } = props
  return (
    <div className={styles.frame}>
      <table
        role="table"
        className={styles.table}
        aria-labelledby={labelledBy}
        aria-busy={waiting || rows === undefined}
        data-waiting={waiting ? '' : undefined}
      >
        <thead role="rowgroup" className={styles.head}>
          <tr role="row">
            {columns.map((column) => (
              <ColumnHeading key={column.heading} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows ? (
            rows.map((row, place) => (
              <tr key={rowKey(row)} role="row" className={styles.row} style={rowStyle?.(place)}>
                {columns.map((column) => (
                  <Cell key={column.heading} column={column}>
                    {column.cell(row)}
                  </Cell>
                ))}
              </tr>
            ))
          ) : (
            <GreyRows columns={columns} count={props.expectedRows ?? 3} />
          )}
        </tbody>
      </table>
    </div>
  )
}

function GreyRows({ columns, count }: { columns: readonly Column<never>[]; count: number }) {
  return Array.from({ length: count }, (_, place) => place).map((place) => (
    <tr key={place} className={styles.row} aria-hidden="true">
      {columns.map(({ heading, kind }) => (
        <Cell key={heading} column={{ heading, kind }}>
          <Skeleton className={styles.grey} />
        </Cell>
      ))}
    </tr>
  ))
}
