import { Button } from '../../../ui/button/button.tsx'
import { indexMessages } from '../messages.ts'
import type { TableName } from './index-search.ts'
import styles from './index-table.module.css'
import type { IndexTableState } from './use-index-table.ts'

interface NoRowsProps<Name extends TableName, Row> {
  table: IndexTableState<Name, Row>
  /** Before a button here disappears, and the focus with it. */
  onLeave: () => void
}

/** In place of a table without rows: the reason, and a button. */
export function NoRows<Name extends TableName, Row>({ table, onLeave }: NoRowsProps<Name, Row>) {
  const { messages, query, failed, shown, pages } = table

  function change(parts: Parameters<typeof table.change>[0]) {
    onLeave()
    void table.change(parts)
  }

  if (failed) {
    return (
      <div className={styles.message}>
        <p role="alert">{messages.loadFailed}</p>
        <Button
          onClick={() => {
            onLeave()
            table.reload()
          }}
        >
          {indexMessages.reload}
        </Button>
      </div>
    )
  }
  if (shown && shown.totalCount > 0) {
    return (
      <div className={styles.message}>
        <p role="status">{indexMessages.pastTheEnd(pages)}</p>
        <Button onClick={() => change({ pageNumber: 1 })}>{indexMessages.toFirstPage}</Button>
      </div>
    )
  }
  return query.search === '' ? (
    <div className={styles.message}>
      <p role="status">{messages.empty}</p>
    </div>
  ) : (
    <div className={styles.message}>
      <p role="status">{indexMessages.nothingFound(query.search)}</p>
      <Button onClick={() => change({ search: '', pageNumber: 1 })}>{indexMessages.showAll}</Button>
    </div>
  )
}
