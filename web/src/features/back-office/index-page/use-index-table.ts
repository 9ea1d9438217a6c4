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
import {
  type IndexSearch,
  readTableQuery,
  type SortField,
  type TableName,
  type TableQuery,
  writeTableQuery,
} from './index-search.ts'

type Way = Pick<LinkProps, 'to' | 'params'>

/** One table's records: their columns, calls and forms. */
export interface IndexKind<Name extends TableName, Row> {
  table: Name
  kind: AnswerKind
  columns: readonly Column<Row, SortField<Name>>[]
  page: (query: TableQuery<Name>) => ApiQuery<PagedResult<Row>>
  /** A record's name in questions and on buttons. */
  nameOf: (row: Row) => string
  remove: (row: Row) => Promise<unknown>
  createLink: Way
  editLink: (row: Row) => Way
  /** Further actions, before Edit and Delete. */
  actions?: (row: Row) => ReactNode
}

/** A table's state and actions; its page, search and order are in the address. */
export function useIndexTable<Name extends TableName, Row>(
  { table, kind, page, nameOf, remove }: IndexKind<Name, Row>,
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

  function change(parts: Partial<TableQuery<Name>>) {
    const changed = writeTableQuery(search, table, { ...query, ...parts })
    return navigate({ to: '/edit', search: changed, resetScroll: false })
  }

  /** To the page before, if there is one and the address has not changed this table meanwhile. */
  async function leavePage() {
    const { pageNumber } = query
    const now = router.latestLocation.search as IndexSearch
    const isStillShown = JSON.stringify(readTableQuery(now, table)) === JSON.stringify(query)
    if (pageNumber === 1 || !isStillShown) return
    const before = writeTableQuery(now, table, { ...query, pageNumber: pageNumber - 1 })
    await here.goOn({ to: '/edit', search: before, resetScroll: false, replace: true })
  }

  /** @returns whether it was deleted; an emptied page gives way to the one before */
  async function deleteRow(row: Row): Promise<boolean> {
    if (!(await confirm({ title: messages.deleteTitle, text: areYouSure(nameOf(row)) }))) return false
    setBusy(row)
    const texts = { done: messages.deleted, failed: messages.deleteFailed }
    const isDeleted = (await attempt(() => remove(row), texts)) !== undefined
    if (isDeleted) {
      if (data?.items.length === 1) await leavePage()
      await forgetAnswers(kind)
    }
    setBusy(undefined)
    return isDeleted
  }

  return {
    messages,
    query,
    shown: data,
    failed: error !== null && data === undefined,
    waiting: isPlaceholderData,
    pages: pageCount(data?.totalCount ?? 0, query.pageSize),
    isBusy: (row: Row) => row === busy,
    change,
    hint: (pageNumber: number) => prefetch(page({ ...query, pageNumber })),
    reload: () => void refetch(),
    deleteRow,
  }
}

export type IndexTableState<Name extends TableName, Row> = ReturnType<typeof useIndexTable<Name, Row>>
