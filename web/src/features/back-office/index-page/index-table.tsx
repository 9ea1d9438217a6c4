import { Link, type LinkProps } from '@tanstack/react-router'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { buttonClass } from '../../../ui/button/button.tsx'
import { IconButton, iconButtonClass } from '../../../ui/button/icon-button.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { SearchField } from '../../../ui/search-field/search-field.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { indexMessages } from '../messages.ts'
import type { IndexSearch, SortField, TableName } from './index-search.ts'
import styles from './index-table.module.css'
import { NoRows } from './no-rows.tsx'
import { type IndexKind, type IndexTableState, useIndexTable } from './use-index-table.ts'

interface IndexTableProps<Name extends TableName, Row> {
  kind: IndexKind<Name, Row>
  search: IndexSearch
}

type EditLinkProps = Pick<LinkProps, 'to' | 'params'> & { name: string }

/** The link to a record's form, in its row of a table. */
export function EditLink({ name, ...way }: EditLinkProps) {
  const label = indexMessages.edit(name)
  return (
    <Link {...way} className={iconButtonClass} aria-label={label} title={label}>
      <Pencil size={18} aria-hidden="true" />
    </Link>
  )
}

/** For screen readers, when the rows change. */
function spokenState<Name extends TableName, Row>(table: IndexTableState<Name, Row>): string {
  const { shown, waiting, query, pages } = table
  if (shown === undefined || waiting) return indexMessages.loading
  if (pages > 1) return indexMessages.pageOf(query.pageNumber, pages)
  return query.search === '' ? '' : indexMessages.found(shown.totalCount)
}

/** One of the back office's tables: the records of a kind, paged, searched and sorted. */
export function IndexTable<Name extends TableName, Row extends { id: string | number }>({
  kind,
  search,
}: IndexTableProps<Name, Row>) {
  const table = useIndexTable(kind, search)
  const { messages, query, shown, pages } = table
  const heading = useRef<HTMLHeadingElement>(null)
  const headingId = useId()

  function focusHeading() {
    heading.current?.focus({ preventScroll: true })
  }

  // The buttons for a step disappear on the first and the last page, and the focus with them.
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
        {kind.actions?.(row)}
        <EditLink {...kind.editLink(row)} name={kind.nameOf(row)} />
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
        <Link {...kind.createLink} className={buttonClass}>
          <Plus size={18} aria-hidden="true" />
          {messages.create}
        </Link>
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
          columns={[...kind.columns, actionColumn]}
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
