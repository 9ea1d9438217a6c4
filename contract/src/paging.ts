import Type, { type Static, type TObject, type TSchema } from 'typebox'

const defaultPageSize = 10
const maxPageSize = 100
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

/** Which page, of how many: what every paged query has. */
export const PageFields = Type.Object({
  pageNumber: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 }),
  pageSize: Type.Integer({ minimum: 1, maximum: maxPageSize, default: defaultPageSize }),
})

export const SearchField = Type.String({
  maxLength: maxSearchLength,
  pattern: '^[^\\u0000]*$',
  default: '',
  description: 'Words, word beginnings, small typing errors; of several words each must match',
})

const noFilters = Type.Object({})

/** A paged query as it was applied: complete but for the filters, which are there as far as they were given. */
function AppliedQuery<const Field extends string, Filters extends TObject>(
  sortFields: readonly Field[],
  filters: Filters,
) {
  return Type.Object({
    ...PageFields.properties,
    sortBy: Type.Unsafe<Field | 'relevance'>({
      type: 'string',
      enum: [...sortFields, 'relevance'],
      default: 'id',
      description: '`relevance` goes with a search only: best match first, whatever `sortOrder` says',
    }),
    sortOrder: Type.Unsafe<SortOrder>({ type: 'string', enum: ['asc', 'desc'], default: 'asc' }),
    search: SearchField,
    ...(filters.properties as Filters['properties']),
  })
}

/**
 * The query parameters of a paged list that can be sorted by `sortFields`, and by relevance when it is searched. A
 * request may leave out any of them; the server fills in the defaults before anything reads them.
 */
export function PagedQuerystring<const Field extends string, Filters extends TObject = typeof noFilters>(
  sortFields: readonly Field[],
  filters = noFilters as unknown as Filters,
) {
  return Type.Unsafe<PagedQuery<Field> & Static<Filters>>(Type.Partial(AppliedQuery(sortFields, filters)))
}

/** A page of `item`s together with the number of all and the query as it was applied. */
export function PagedResult<
  T extends TSchema,
  const Field extends string,
  Filters extends TObject = typeof noFilters,
>(item: T, sortFields: readonly Field[], filters = noFilters as unknown as Filters) {
  return Type.Object({
    items: Type.Array(item),
    totalCount: Type.Integer({ minimum: 0 }),
    pagedQuery: AppliedQuery(sortFields, filters),
  })
}

/** A complete paged query from the parts that differ from the defaults, always in the same order of parameters. */
export function pagedQuery<Field extends string = 'id'>(
  parts: Partial<PagedQuery<Field>> = {},
): PagedQuery<Field> {
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

/** An address has texts, its reader may have made numbers of some; a parameter given twice counts as absent. */
function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function wholeNumber(value: unknown, maximum: number): number | undefined {
  const number = /^\d{1,16}$/.test(text(value)) ? Number(value) : 0
  return number >= 1 && number <= maximum ? number : undefined
}

/**
 * The paged query that a page's address asks for. The address is typed, cut and bookmarked by people: what is
 * wrong in it falls back to the default (a search that is too long is cut) where the API itself would answer 400.
 * Server and web app read it alike, so that the page's first data is found by the page.
 */
export function readPagedQuery<Field extends string>(
  address: Readonly<Record<string, unknown>>,
  sortFields: readonly Field[],
): PagedQuery<Field> {
  const search = [...text(address.search).trim()].slice(0, maxSearchLength).join('').trim()
  const fields: readonly string[] = search === '' ? sortFields : [...sortFields, 'relevance']
  const sortBy = text(address.sortBy)
  return pagedQuery<Field>({
    pageNumber: wholeNumber(address.pageNumber, Number.MAX_SAFE_INTEGER),
    pageSize: wholeNumber(address.pageSize, maxPageSize),
    sortBy: fields.includes(sortBy) ? (sortBy as Field) : undefined,
    sortOrder: address.sortOrder === 'desc' ? 'desc' : 'asc',
    search,
  })
}
