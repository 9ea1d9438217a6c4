/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- browsers forget a table's own roles once it is laid out as anything else */
import type { ReactNode } from 'react'
import styles from './cell.module.css'

interface CellProps {
  column: { heading: string; kind?: string | undefined }
  children: ReactNode
}

/** A fact in its row; as part of a card it says under which heading it would stand. */
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
