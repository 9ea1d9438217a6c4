import { pageCount, type PagedResult } from '@earmark/contract/paging.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { warm } from '../../../lib/query-client.ts'
import type { ListKind } from './list-kinds.ts'
import type { ListQuery } from './list-queries.ts'

export interface RecordPage<Item> {
  /** What there is to show: while the next page loads, still the one before. */
  shown: PagedResult<Item> | undefined
  /** And nothing to show for it: what is on the screen stays there when it could not be asked for again. */
  failed: boolean
  waiting: boolean
  pages: number
  /** Fetches a page that is likely to be asked for next. */
  hint: (pageNumber: number) => void
  reload: () => void
}

export function useRecordPage<Item extends { id: number }>(
  kind: ListKind<Item>,
  query: ListQuery,
): RecordPage<Item> {
  const answer = useQuery({ ...kind.page(query), placeholderData: keepPreviousData })
  return {
    shown: answer.data,
    failed: answer.isLoadingError,
    waiting: answer.isPlaceholderData,
    pages: pageCount(answer.data?.totalCount ?? 0, query.pageSize),
    hint: (pageNumber) => warm(kind.page({ ...query, pageNumber })),
    reload: () => void answer.refetch(),
  }
}
