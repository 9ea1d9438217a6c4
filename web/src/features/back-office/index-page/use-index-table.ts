import { type PagedResult, pageCount } from '@earmark/contract/paging.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type ApiQuery, warm } from '../../../lib/query-client.ts'
import { confirm } from '../../../ui/dialog/dialogs.ts'
import { useHere } from '../../auth/index.ts'
import { type AnswerKind, forgetAnswers } from '../answers.ts'
import { attempt, sayFailure } from '../attempt.ts'
import { areYouSure, tableMessages } from '../messages.ts'
import {
  type IndexSearch,
  readTableQuery,
  type TableName,
  type TableQuery,
  writeTableQuery,
} from './index-search.ts'

/** One table's records: how they are asked for, named and deleted. */
export interface IndexKind<Name extends TableName, Row> {
  table: Name
  kind: AnswerKind
  page: (query: TableQuery<Name>) => ApiQuery<PagedResult<Row>>
  /** What a record is called in questions and on buttons. */
  nameOf: (row: Row) => string
  remove: (row: Row) => Promise<unknown>
}

/** What a table shows and what can be done with it; all that is chosen in it stands in the address. */
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
    // An editor sees what there is now, and meanwhile what there was.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

  useEffect(() => {
    if (error) sayFailure(messages.loadFailed, error)
  }, [error, messages.loadFailed])

  function change(parts: Partial<TableQuery<Name>>) {
    const changed = writeTableQuery(search, table, { ...query, ...parts })
    return navigate({ to: '/edit', search: changed, resetScroll: false })
  }

  /** For the page before, where there is one. What was chosen meanwhile, in this table or another, is not undone. */
  async function leavePage() {
    const { pageNumber } = query
    const now = router.latestLocation.search as IndexSearch
    const isStillShown = JSON.stringify(readTableQuery(now, table)) === JSON.stringify(query)
    if (pageNumber === 1 || !isStillShown) return
    const before = writeTableQuery(now, table, { ...query, pageNumber: pageNumber - 1 })
    await here.goOn({ to: '/edit', search: before, resetScroll: false, replace: true })
  }

  /** Whether it was deleted. A page of which nothing is left gives way to the one before. */
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
    hint: (pageNumber: number) => warm(page({ ...query, pageNumber })),
    reload: () => void refetch(),
    deleteRow,
  }
}

export type IndexTableState<Name extends TableName, Row> = ReturnType<typeof useIndexTable<Name, Row>>
