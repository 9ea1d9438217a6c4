import { type CSSProperties, type ReactNode, type Ref, useId } from 'react'
import { type Column, Table } from '../../../ui/table/table.tsx'
import styles from './table-section.module.css'

interface TableSectionProps<Row> {
  heading: string
  /** For the focus, when the button that had it is gone with its row. */
  headingRef: Ref<HTMLHeadingElement>
  /** The buttons or the link that add rows. */
  add: ReactNode
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** By the row's place, from 0. */
  rowStyle?: (place: number) => CSSProperties | undefined
  /** The sentence in place of a table without rows. */
  none: string
}

/** A table of what belongs to a record, below its form. */
export function TableSection<Row extends { id: number | string }>(props: TableSectionProps<Row>) {
  const { heading, headingRef, add, columns, rows, rowStyle, none } = props
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} ref={headingRef} className={`title ${styles.heading}`} tabIndex={-1}>
          {heading}
        </h2>
        {add}
      </div>
      {rows.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <Table
          labelledBy={id}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          {...(rowStyle && { rowStyle })}
        />
      )}
    </section>
  )
}
