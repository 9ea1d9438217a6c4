/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- browsers drop a table's roles with its layout */
import type { ReactNode } from 'react'
import styles from './cell.module.css'

interface CellProps {
  column: { heading: string; kind?: string | undefined }
  children: ReactNode
}

/** In a card it shows its column's heading as well. */
export function Cell({ column: { heading, kind = 'text' }, children }: CellProps) {
  const content = (
    <div className={styles.content} dir={kind === 'name' || kind === 'text' ? 'auto' : undefined}>
      {children}
    </div>
  )
  return kind === 'name' ? (
    <th scope="row" role="rowheader" className={styles.cell} data-kind={kind}>
      {content}
    </th>
  ) : (
    <td role="cell" className={styles.cell} data-kind={kind} data-heading={heading}>
      {content}
    </td>
  )
}
