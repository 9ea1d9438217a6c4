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
  const { text, label, act } = reasonOf(table)
  return (
    <div className={styles.message}>
      <p role={table.failed ? 'alert' : 'status'}>{text}</p>
      {act && (
        <Button
          onClick={() => {
            onLeave()
            act()
          }}
        >
          {label}
        </Button>
      )}
    </div>
  )
}

function reasonOf<Name extends TableName, Row>(table: IndexTableState<Name, Row>) {
  const { messages, query, failed, shown, pages } = table
  if (failed) return { text: messages.loadFailed, label: indexMessages.reload, act: table.reload }
  if (shown && shown.totalCount > 0) {
    const act = () => void table.change({ pageNumber: 1 })
    return { text: indexMessages.pastTheEnd(pages), label: indexMessages.toFirstPage, act }
  }
  if (query.search === '') return { text: messages.empty }
  const act = () => void table.change({ search: '', pageNumber: 1 })
  return { text: indexMessages.nothingFound(query.search), label: indexMessages.showAll, act }
}
