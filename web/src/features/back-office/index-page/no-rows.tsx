import { Button } from '../../../ui/button/button.tsx'
import { indexMessages } from '../messages.ts'
import { chosenFilters, type TableName } from '../index-search.ts'
import styles from './index-table.module.css'
import type { IndexTableState } from './use-index-table.ts'

interface NoRowsProps<Name extends TableName, Row> {
  table: IndexTableState<Name, Row>
  /** Before a button here disappears, and the focus with it. */
  onLeave: () => void
}

interface Way {
  label: string
  act: () => void
}

/** In place of a table without rows: the reason, and buttons. */
export function NoRows<Name extends TableName, Row>({ table, onLeave }: NoRowsProps<Name, Row>) {
  const { text, ways } = reasonOf(table)
  return (
    <div className={styles.message}>
      <p role={table.failed ? 'alert' : 'status'}>{text}</p>
      {ways.map(({ label, act }) => (
        <Button
          key={label}
          onClick={() => {
            onLeave()
            act()
          }}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

function reasonOf<Name extends TableName, Row>(
  table: IndexTableState<Name, Row>,
): { text: string; ways: Way[] } {
  const { messages, query, failed, shown, pages } = table
  if (failed) return { text: messages.loadFailed, ways: [{ label: indexMessages.reload, act: table.reload }] }
  if (shown && shown.totalCount > 0) {
    const act = () => table.turnTo(1)
    return { text: indexMessages.pastTheEnd(pages), ways: [{ label: indexMessages.toFirstPage, act }] }
  }
  const chosen = chosenFilters(query)
  const without = chosen.map((filter) => ({
    name: indexMessages.problems[filter] as string,
    act: () => table.show(chosen.filter((one) => one !== filter)),
  }))
  if (query.search !== '') without.push({ name: query.search, act: () => table.find('') })
  const [only] = without
  if (only === undefined) return { text: messages.empty, ways: [] }
  if (without.length === 1)
    return {
      text: indexMessages.nothingFound(only.name),
      ways: [{ label: indexMessages.showAll, act: only.act }],
    }
  const ways = without.map(({ name, act }) => ({ label: indexMessages.without(name), act }))
  return { text: indexMessages.nothingLeft, ways }
}
