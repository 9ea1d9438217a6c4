/**
 * What the tables of the back office show, as their page's address says it: `?podcastsPage=2&usersSort=email-asc`.
 * There it outlives a reload, can be bookmarked, and comes back with the browser's own way back.
 */
import { audioBookSortFields } from '@earmark/contract/audio-books.ts'
import { creatorSortFields } from '@earmark/contract/creators.ts'
import { type PagedQuery, readPagedQuery } from '@earmark/contract/paging.ts'
import { podcastSortFields } from '@earmark/contract/podcasts.ts'
import { userSortFields } from '@earmark/contract/users.ts'

const sortFields = {
  audioBooks: audioBookSortFields,
  podcasts: podcastSortFields,
  creators: creatorSortFields,
  users: userSortFields,
} as const

export type TableName = keyof typeof sortFields
export type SortField<Name extends TableName> = (typeof sortFields)[Name][number]
export type TableQuery<Name extends TableName> = PagedQuery<SortField<Name>>

/** What differs from the defaults: page 1, everything, by id, the newest first. */
export type IndexSearch = {
  [Part in `${TableName}Page`]?: number | undefined
} & {
  [Part in `${TableName}Search` | `${TableName}Sort`]?: string | undefined
}

const defaultSort = 'id-desc'

/** What is wrong in an address counts as absent. */
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

/** The address in which one of the tables shows something else. */
export function writeTableQuery(search: IndexSearch, table: TableName, query: PagedQuery): IndexSearch {
  const sort = `${query.sortBy}-${query.sortOrder}`
  return {
    ...search,
    [`${table}Page`]: query.pageNumber === 1 ? undefined : query.pageNumber,
    [`${table}Search`]: query.search === '' ? undefined : query.search,
    [`${table}Sort`]: sort === defaultSort ? undefined : sort,
  }
}
