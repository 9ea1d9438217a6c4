import Type, { type TSchema } from 'typebox'

export const defaultPageSize = 10
export const maxPageSize = 100
/** Characters (code points) of a search term, trimmed. */
export const maxSearchLength = 200

export type SortOrder = 'asc' | 'desc'

export interface PagedQuery<SortField extends string = string> {
  pageNumber: number
  pageSize: number
  sortBy: SortField | 'relevance'
  sortOrder: SortOrder
  search: string
}

export interface PagedResult<Item, SortField extends string = string> {
  items: Item[]
  totalCount: number
  pagedQuery: PagedQuery<SortField>
}

/** The query parameters of a paged list that can be sorted by `sortFields`, and by relevance when it is searched. */
export function PagedQuerystring<const Field extends string>(sortFields: readonly Field[]) {
  return Type.Object({
    pageNumber: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 }),
    pageSize: Type.Integer({ minimum: 1, maximum: maxPageSize, default: defaultPageSize }),
    sortBy: Type.Unsafe<Field | 'relevance'>({
      type: 'string',
      enum: [...sortFields, 'relevance'],
      default: 'id',
      description: '`relevance` goes with a search only: best match first, whatever `sortOrder` says',
    }),
    sortOrder: Type.Unsafe<SortOrder>({ type: 'string', enum: ['asc', 'desc'], default: 'asc' }),
    search: Type.String({
      maxLength: maxSearchLength,
      default: '',
      description: 'Words, word beginnings, small typing errors; of several words each must match',
    }),
  })
}

/** A page of `item`s together with the number of all and the query as it was applied. */
export function PagedResult<T extends TSchema, const Field extends string>(
  item: T,
  sortFields: readonly Field[],
) {
  return Type.Object({
    items: Type.Array(item),
    totalCount: Type.Integer({ minimum: 0 }),
    pagedQuery: PagedQuerystring(sortFields),
  })
}

/** A complete paged query from the parts that differ from the defaults, always in the same order of parameters. */
export function pagedQuery<Field extends string>(parts: Partial<PagedQuery<Field>> = {}): PagedQuery<Field> {
  return {
    pageNumber: parts.pageNumber ?? 1,
    pageSize: parts.pageSize ?? defaultPageSize,
    sortBy: parts.sortBy ?? ('id' as Field),
    sortOrder: parts.sortOrder ?? 'asc',
    search: parts.search ?? '',
  }
}

/** Total pages of a list: rounded up, at least 1. */
export function pageCount(totalCount: number, pageSize: number): number {
  return Math.max(1, Math.ceil(totalCount / pageSize))
}
