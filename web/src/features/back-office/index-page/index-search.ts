/**
 * The state of the back office's tables in their page's address: `?podcastsPage=2&usersSort=email-asc`. There it
 * outlives a reload, can be bookmarked, and comes back with the browser's Back.
 */
import { creatorSortFields } from '@earmark/contract/creators.ts'
import { editedSortFields } from '@earmark/contract/edited-records.ts'
import { type PagedQuery, readPagedQuery } from '@earmark/contract/paging.ts'
import { userSortFields } from '@earmark/contract/users.ts'

const sortFields = {
  audioBooks: editedSortFields,
  podcasts: editedSortFields,
  creators: creatorSortFields,
  users: userSortFields,
} as const

export type TableName = keyof typeof sortFields
export type SortField<Name extends TableName> = (typeof sortFields)[Name][number]
export type TableQuery<Name extends TableName> = PagedQuery<SortField<Name>>

/** Differences from the defaults: page 1, no search, by id, the newest first. */
export type IndexSearch = {
  [Part in `${TableName}Page`]?: number | undefined
} & {
  [Part in `${TableName}Search` | `${TableName}Sort`]?: string | undefined
}

let remembered: IndexSearch = {}

/** For the ways back to the tables that do not lead through the browser's history. */
export function rememberIndex(search: IndexSearch): void {
  remembered = search
}

export function rememberedIndex(): IndexSearch {
  return remembered
}

const defaultSort = 'id-desc'

/** Invalid parts of an address count as absent. */
export function readTableQuery<Name extends TableName>(search: IndexSearch, table: Name): TableQuery<Name> {
  const fields: readonly SortField<Name>[] = sortFields[table]
  const sort = String(search[`${table}Sort`] ?? defaultSort)
  const isKnown = fields.some((field) => sort === `${field}-asc` || sort === `${field}-desc`)
  const [sortBy, sortOrder] = (isKnown ? sort : defaultSort).split('-')
  const address = {
    pageNumber: search[`${table}Page`],
    search: search[`${table}Search`],
    sortBy,
    sortOrder,
  }
  return readPagedQuery(address, fields)
}

/** The address after a change of one table's query. */
export function writeTableQuery(search: IndexSearch, table: TableName, query: PagedQuery): IndexSearch {
  const sort = `${query.sortBy}-${query.sortOrder}`
  return {
    ...search,
    [`${table}Page`]: query.pageNumber === 1 ? undefined : query.pageNumber,
    [`${table}Search`]: query.search === '' ? undefined : query.search,
    [`${table}Sort`]: sort === defaultSort ? undefined : sort,
  }
}
