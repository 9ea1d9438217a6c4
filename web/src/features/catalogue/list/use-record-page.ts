import { pageCount } from '@earmark/contract/paging.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { prefetch } from '../../../lib/query-client.ts'
import type { ListFilters, ListQuery } from '../queries.ts'
import type { ListKind, Listed } from './list-kinds.ts'

export interface RecordPage<Item> {
  /** While the next page loads, still the one before. */
  shown: { readonly items: Item[]; readonly totalCount: number } | undefined
  /** Without a page to show: a shown page stays when loading it again fails. */
  failed: boolean
  waiting: boolean
  pages: number
  /** Prefetches the page that is likely to be next. */
  hint: (pageNumber: number) => void
  reload: () => void
}

export function useRecordPage<Item extends Listed>(
  kind: ListKind<Item>,
  query: ListQuery,
  filters?: ListFilters,
): RecordPage<Item> {
  const answer = useQuery({ ...kind.page(query, filters), placeholderData: keepPreviousData })
  return {
    shown: answer.data,
    failed: answer.isLoadingError,
    waiting: answer.isPlaceholderData,
    pages: pageCount(answer.data?.totalCount ?? 0, query.pageSize),
    hint: (pageNumber) => prefetch(kind.page({ ...query, pageNumber }, filters)),
    reload: () => void answer.refetch(),
  }
}
