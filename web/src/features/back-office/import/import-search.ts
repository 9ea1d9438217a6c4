/** The state of a review in its page's address: `?kind=New&questions=1&page=3`. */
import { importBookKinds, type ImportBookKind } from '@earmark/contract/planner/plan-output.ts'

export interface ImportSearch {
  kind?: string | undefined
  questions?: string | undefined
  search?: string | undefined
  sort?: string | undefined
  page?: number | string | undefined
}

export const reviewSorts = ['path-asc', 'title-asc', 'title-desc', 'warnings-desc'] as const
export type ReviewSort = (typeof reviewSorts)[number]

export const reviewPageSize = 50

export interface ReviewQuery {
  readonly kind: ImportBookKind | undefined
  readonly hasQuestions: boolean
  readonly search: string
  readonly sort: ReviewSort
  readonly page: number
}

/** Invalid parts of an address count as absent. */
export function readReview({ kind, questions, search, sort, page }: ImportSearch): ReviewQuery {
  const number = Number(page)
  return {
    kind: importBookKinds.find((one) => one === kind),
    hasQuestions: questions === '1',
    search: typeof search === 'string' ? search : '',
    sort: reviewSorts.find((one) => one === sort) ?? 'path-asc',
    page: Number.isSafeInteger(number) && number > 0 ? number : 1,
  }
}

export function writeReview({ kind, hasQuestions, search, sort, page }: ReviewQuery): ImportSearch {
  return {
    kind,
    questions: hasQuestions ? '1' : undefined,
    search: search === '' ? undefined : search,
    sort: sort === 'path-asc' ? undefined : sort,
    page: page === 1 ? undefined : page,
  }
}

/** The parameters of the call. */
export function bookQuery({ kind, hasQuestions, search, sort, page }: ReviewQuery) {
  const [sortBy, sortOrder] = sort.split('-') as ['path' | 'title' | 'warnings', 'asc' | 'desc']
  return {
    pageNumber: page,
    pageSize: reviewPageSize,
    sortBy,
    sortOrder,
    search,
    ...(kind && { kind }),
    ...(hasQuestions && { warning: 'Any' as const }),
  }
}

/** Parameters of a call whose `totalCount` alone is wanted. */
export const countQuery = { pageNumber: 1, pageSize: 1, sortBy: 'id', sortOrder: 'asc', search: '' } as const
