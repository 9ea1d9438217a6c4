import { Link } from '@tanstack/react-router'
import { Plus, Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { buttonClass } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { selectColumn } from '../bulk/select-column.tsx'
import { useSelection } from '../bulk/use-selection.ts'
import { EditLink } from '../edit-link.tsx'
import { indexMessages } from '../messages.ts'
import { chosenFilters, type IndexSearch, type TableName } from '../index-search.ts'
import styles from './index-table.module.css'
import { NoRows } from './no-rows.tsx'
import { TableTools } from './table-tools.tsx'
import { type IndexKind, type IndexTableState, useIndexTable } from './use-index-table.ts'

interface IndexTableProps<Name extends TableName, Row> {
  kind: IndexKind<Name, Row>
  search: IndexSearch
}

/** For screen readers, when the rows change. */
function spokenState<Name extends TableName, Row>(table: IndexTableState<Name, Row>): string {
  const { shown, waiting, query, pages } = table
  if (shown === undefined || waiting) return indexMessages.loading
  if (pages > 1) return `${table.messages.title}, ${indexMessages.pageOf(query.pageNumber, pages)}`
  const isAll = query.search === '' && chosenFilters(query).length === 0
  return isAll ? '' : indexMessages.found(shown.totalCount)
}

/** One of the back office's tables: the records of a kind, paged, searched and sorted. */
export function IndexTable<Name extends TableName, Row extends { id: string | number }>({
  kind,
  search,
}: IndexTableProps<Name, Row>) {
  const table = useIndexTable(kind, search)
  const { messages, query, shown, pages } = table
  const heading = useRef<HTMLHeadingElement>(null)
  const selection = useSelection()
  const headingId = useId()

  function focusHeading() {
    heading.current?.focus({ preventScroll: true })
  }

  // The buttons for a step disappear on the first and the last page, and the focus with them.
  function turnTo(pageNumber: number) {
    table.turnTo(pageNumber)
    if (pageNumber === 1 || pageNumber >= pages) focusHeading()
  }

  async function deleteRow(row: Row) {
    if (!(await table.deleteRow(row))) return
    if (kind.bulk) selection.put([kind.bulk.selectedOf(row)], false)
    focusHeading()
  }

  function rowActions(row: Row) {
    const label = indexMessages.delete(kind.nameOf(row))
    return (
      <>
        {kind.actions?.(row)}
        <EditLink {...kind.editLink(row)} name={kind.nameOf(row)} />
        <IconButton label={label} disabled={table.isBusy(row)} onClick={() => void deleteRow(row)}>
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      </>
    )
  }

  const actionColumn = { heading: indexMessages.actions, kind: 'actions', cell: rowActions } as const
  const items = shown?.items ?? []
  const columns = [...kind.columns, actionColumn]
  if (kind.bulk) columns.unshift(selectColumn(selection, items, kind.bulk.selectedOf, messages.title))
  const hasRows = shown === undefined ? !table.failed : shown.items.length > 0
  return (
    <section className={styles.section} id={kind.kind} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId} ref={heading} className={`title ${styles.heading}`} tabIndex={-1}>
          {messages.title}
        </h2>
        {shown && shown.totalCount > 0 && <p className={`number ${styles.count}`}>{shown.totalCount}</p>}
        <div className={styles.headActions}>
          {kind.headAction}
          {kind.createLink && (
            <Link {...kind.createLink} className={buttonClass}>
              <Plus size={18} aria-hidden="true" />
              {messages.create}
            </Link>
          )}
        </div>
      </div>
      <TableTools table={table} onTurn={turnTo} />
      <VisuallyHidden>
        <span role="status">{hasRows && spokenState(table)}</span>
      </VisuallyHidden>
      {hasRows ? (
        <Table
          labelledBy={headingId}
          columns={columns}
          rows={shown?.items}
          rowKey={({ id }) => id}
          sort={{ by: query.sortBy, order: query.sortOrder }}
          onSort={({ by, order }) => table.change({ ...query, sortBy: by, sortOrder: order, pageNumber: 1 })}
          waiting={table.waiting}
          expectedRows={query.pageSize}
        />
      ) : (
        <NoRows table={table} onLeave={focusHeading} />
      )}
      {kind.bulk && (
        <BulkBar
          kind={kind.bulk.kind}
          nouns={kind.bulk.nouns}
          answers={kind.bulk.kind === 'AudioBook' ? 'audio-books' : 'podcasts'}
          selection={selection}
          page={items.map(kind.bulk.selectedOf)}
          onLeave={focusHeading}
          onEmptied={table.leavePage}
        />
      )}
    </section>
  )
}
