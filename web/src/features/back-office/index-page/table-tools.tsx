import { Choice } from '../../../ui/choice/choice.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { SearchField } from '../../../ui/search-field/search-field.tsx'
import { indexMessages } from '../messages.ts'
import { pageSizes, type TableName } from '../index-search.ts'
import { ProblemPills } from './problem-pills.tsx'
import styles from './table-tools.module.css'
import type { IndexTableState } from './use-index-table.ts'

interface TableToolsProps<Name extends TableName, Row> {
  table: IndexTableState<Name, Row>
  onTurn: (pageNumber: number) => void
}

/** What is shown of a table: what its records lack, a search, how many at once, which page. */
export function TableTools<Name extends TableName, Row>({ table, onTurn }: TableToolsProps<Name, Row>) {
  const { messages, query, shown, pages } = table
  const hasMore = shown !== undefined && shown.totalCount > Math.min(query.pageSize, pageSizes[0])
  return (
    <div className={styles.tools}>
      {table.counts && <ProblemPills table={table} counts={table.counts} />}
      <SearchField
        className={styles.search}
        label={messages.search}
        term={query.search}
        onSearch={table.find}
        onClear={() => table.find('')}
      />
      {hasMore && (
        <div className={styles.pages}>
          <Choice
            label={indexMessages.rowsOf(messages.title)}
            value={query.pageSize}
            onChoose={(size) => table.resize(Number(size))}
          >
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {indexMessages.rows(size)}
              </option>
            ))}
          </Choice>
          {pages > 1 && (
            <Pager
              label={messages.pages}
              current={query.pageNumber}
              pages={pages}
              onChoose={onTurn}
              onHint={table.hint}
            />
          )}
        </div>
      )}
    </div>
  )
}
