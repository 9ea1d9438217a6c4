import { Trash2 } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { SearchField } from '../../../ui/search-field/search-field.tsx'
import { type Column, Table } from '../../../ui/table/table.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { indexMessages } from '../messages.ts'
import type { IndexSearch, SortField, TableName } from './index-search.ts'
import styles from './index-table.module.css'
import { NoRows } from './no-rows.tsx'
import { type IndexKind, type IndexTableState, useIndexTable } from './use-index-table.ts'

interface IndexTableProps<Name extends TableName, Row> {
  kind: IndexKind<Name, Row>
  search: IndexSearch
  columns: readonly Column<Row, SortField<Name>>[]
  /** The link to a new record. */
  create: ReactNode
  /** What can be done with a record beside deleting it. */
  actions: (row: Row) => ReactNode
}

/** For those who do not see the rows change; what is there from the beginning need not be said. */
function spokenState<Name extends TableName, Row>(table: IndexTableState<Name, Row>): string {
  const { shown, waiting, query, pages } = table
  if (shown === undefined || waiting) return indexMessages.loading
  if (pages > 1) return indexMessages.pageOf(query.pageNumber, pages)
  return query.search === '' ? '' : indexMessages.found(shown.totalCount)
}

/** One of the back office's tables: what there is of one kind, paged, searched and sorted. */
export function IndexTable<Name extends TableName, Row extends { id: string | number }>(
  props: IndexTableProps<Name, Row>,
) {
  const { kind, search, columns, create } = props
  const table = useIndexTable(kind, search)
  const { messages, query, shown, pages } = table
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()

  function focusHeading() {
    heading.current?.focus({ preventScroll: true })
  }

  // The focus stays where it is, unless that goes away: there is no step beyond the first and the last page.
  function turnTo(pageNumber: number) {
    void table.change({ pageNumber })
    if (pageNumber === 1 || pageNumber >= pages) focusHeading()
  }

  async function deleteRow(row: Row) {
    if (await table.deleteRow(row)) focusHeading()
  }

  function rowActions(row: Row) {
    const label = indexMessages.delete(kind.nameOf(row))
    return (
      <>
        {props.actions(row)}
        <IconButton label={label} disabled={table.isBusy(row)} onClick={() => void deleteRow(row)}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      </>
    )
  }

  const actionColumn = { heading: indexMessages.actions, kind: 'actions', cell: rowActions } as const
  const hasRows = shown === undefined ? !table.failed : shown.items.length > 0
  return (
    <section className={styles.section} id={kind.kind} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId} ref={heading} className={`title ${styles.heading}`} tabIndex={-1}>
          {messages.title}
        </h2>
        {shown && shown.totalCount > 0 && <p className={`number ${styles.count}`}>{shown.totalCount}</p>}
        {create}
      </div>
      <div className={styles.tools}>
        <SearchField
          className={styles.search}
          label={messages.search}
          term={query.search}
          onSearch={(term) => void table.change({ search: term, pageNumber: 1 })}
          onClear={() => void table.change({ search: '', pageNumber: 1 })}
        />
        {shown && shown.totalCount > query.pageSize && (
          <Pager
            label={messages.pages}
            current={query.pageNumber}
            pages={pages}
            onChoose={turnTo}
            onHint={table.hint}
          />
        )}
      </div>
      <VisuallyHidden>
        <span role="status">{hasRows && spokenState(table)}</span>
      </VisuallyHidden>
      {hasRows ? (
        <Table
          labelledBy={headingId}
          columns={[...columns, actionColumn]}
          rows={shown?.items}
          rowKey={({ id }) => id}
          sort={{ by: query.sortBy as SortField<Name>, order: query.sortOrder }}
          onSort={({ by, order }) => void table.change({ sortBy: by, sortOrder: order, pageNumber: 1 })}
          waiting={table.waiting}
          expectedRows={query.pageSize}
        />
      ) : (
        <NoRows table={table} onLeave={focusHeading} />
      )}
    </section>
  )
}
