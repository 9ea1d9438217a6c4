import type { EditedCounts } from '@earmark/contract/edited-records.ts'
import { type PagedResult, pageCount } from '@earmark/contract/paging.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { type ApiQuery, prefetch } from '../../../lib/query-client.ts'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import type { Column } from '../../../ui/table/table.tsx'
import { useHere } from '../../auth/index.ts'
import { type AnswerKind, forgetAnswers } from '../answers.ts'
import { attempt, showFailure } from '../attempt.ts'
import { areYouSure, tableMessages } from '../messages.ts'
import type { Nouns } from '../bulk/messages.ts'
import type { Selected } from '../bulk/use-selection.ts'
import {
  type IndexSearch,
  rememberPageSize,
  type TableFilter,
  readTableQuery,
  type SortField,
  type TableName,
  type TableQuery,
  writeTableQuery,
} from '../index-search.ts'

type Way = Pick<LinkProps, 'to' | 'params'>

interface BulkTexts<Row> {
  kind: 'AudioBook' | 'Podcast'
  nouns: Nouns
  selectedOf: (row: Row) => Selected
}

type Removal<Row> = (row: Row) => Promise<unknown>

/** One table's records: their columns, calls and forms. */
export interface IndexKind<Name extends TableName, Row> {
  table: Name
  kind: AnswerKind
  columns: readonly Column<Row, SortField<Name>>[]
  page: (query: TableQuery<Name>) => ApiQuery<PagedResult<Row>>
  /** Of a table with filters: how many records each of them leaves. */
  counts?: ApiQuery<EditedCounts>
  /** A record's name in questions and on buttons. */
  nameOf: (row: Row) => string
  remove: Removal<Row>
  /** Instead of the usual question: what removes the row; undefined when the dialog was left. */
  howToRemove?: (row: Row) => Promise<Removal<Row> | undefined>
  /** Of records that can be changed many at once. */
  bulk?: BulkTexts<Row>
  createLink?: Way
  editLink: (row: Row) => Way
  /** Beside the link to a new record. */
  headAction?: ReactNode
  /** Further actions, before Edit and Delete. */
  actions?: (row: Row) => ReactNode
}

/** A table's state and actions; its page, search and order are in the address. */
export function useIndexTable<Name extends TableName, Row>(
  { table, kind, page, counts, nameOf, remove, howToRemove }: IndexKind<Name, Row>,
  search: IndexSearch,
) {
  const navigate = useNavigate()
  const router = useRouter()
  const here = useHere()
  const messages = tableMessages[table]
  const query = readTableQuery(search, table)
  const [busy, setBusy] = useState<Row>()
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...page(query),
    // Always loaded again; meanwhile the cached page shows.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

  useEffect(() => {
    if (error) showFailure(messages.loadFailed, error)
  }, [error, messages.loadFailed])

  function change(changed: TableQuery<Name>): void {
    void navigate({ to: '.', search: writeTableQuery(search, table, changed), resetScroll: false })
  }

  const find = (term: string) => change({ ...query, search: term, pageNumber: 1 })
  const turnTo = (pageNumber: number) => change({ ...query, pageNumber })

  /** Without any, all records. */
  function show(filters: readonly TableFilter[]): void {
    const changed = writeTableQuery(search, table, { ...query, pageNumber: 1 })
    const shown = filters.length === 0 ? undefined : [...filters]
    void navigate({ to: '.', search: { ...changed, [`${table}Show`]: shown }, resetScroll: false })
  }

  /** The first row that is shown stays on the page. */
  function resize(pageSize: number): void {
    rememberPageSize(table, pageSize)
    const first = (query.pageNumber - 1) * query.pageSize
    change({ ...query, pageSize, pageNumber: Math.floor(first / pageSize) + 1 })
  }

  /** To the page before, if there is one and the address has not changed this table meanwhile. */
  async function leavePage() {
    const { pageNumber } = query
    const now = router.latestLocation.search as IndexSearch
    const isStillShown = JSON.stringify(readTableQuery(now, table)) === JSON.stringify(query)
    if (pageNumber === 1 || !isStillShown) return
    const before = writeTableQuery(now, table, { ...query, pageNumber: pageNumber - 1 })
    await here.goOn({ to: '.', search: before, resetScroll: false, replace: true })
  }

  async function confirmed(row: Row): Promise<Removal<Row> | undefined> {
    const question = { title: messages.deleteTitle, text: areYouSure(nameOf(row)) }
    return (await confirm(question)) ? remove : undefined
  }

  /** @returns whether it was deleted; an emptied page gives way to the one before */
  async function deleteRow(row: Row): Promise<boolean> {
    const removal = howToRemove ? await howToRemove(row) : await confirmed(row)
    if (removal === undefined) return false
    setBusy(row)
    const texts = { done: messages.deleted, failed: messages.deleteFailed }
    const isDeleted = (await attempt(() => removal(row), texts)) !== undefined
    if (isDeleted) {
      if (data?.items.length === 1) await leavePage()
      await forgetAnswers(kind)
    }
    setBusy(undefined)
    return isDeleted
  }

  return {
    table,
    messages,
    counts,
    query,
    shown: data,
    failed: error !== null && data === undefined,
    waiting: isPlaceholderData,
    pages: pageCount(data?.totalCount ?? 0, query.pageSize),
    isBusy: (row: Row) => row === busy,
    change,
    find,
    turnTo,
    show,
    resize,
    hint: (pageNumber: number) => prefetch(page({ ...query, pageNumber })),
    reload: () => void refetch(),
    deleteRow,
    leavePage,
  }
}

export type IndexTableState<Name extends TableName, Row> = ReturnType<typeof useIndexTable<Name, Row>>
