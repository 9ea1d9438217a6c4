/**
 * The state of the back office's tables in their page's address: `?podcastsPage=2&usersSort=email-asc`. There it
 * outlives a reload, can be bookmarked, and comes back with the browser's Back.
 */
import { creatorSortFields } from '@earmark/contract/creators.ts'
import {
  audioBookProblems,
  editedEpisodeSortFields,
  editedSortFields,
  episodeProblems,
  podcastProblems,
  type PublishingStatus,
} from '@earmark/contract/edited-records.ts'
import { type PagedQuery, readPagedQuery } from '@earmark/contract/paging.ts'
import { seriesSortFields } from '@earmark/contract/series.ts'
import { sourceSortFields } from '@earmark/contract/sources.ts'
import { userSortFields } from '@earmark/contract/users.ts'
import { readFields, writeFields } from '../../lib/browser-storage.ts'

const sortFields = {
  audioBooks: editedSortFields,
  podcasts: editedSortFields,
  creators: creatorSortFields,
  series: seriesSortFields,
  sources: sourceSortFields,
  users: userSortFields,
  episodes: editedEpisodeSortFields,
} as const

export type TableName = keyof typeof sortFields
export type SortField<Name extends TableName> = (typeof sortFields)[Name][number]

/** What the records of a table may lack; of nothing, the table has no filters. */
const problems = {
  audioBooks: audioBookProblems,
  podcasts: podcastProblems,
  creators: [],
  series: [],
  sources: [],
  users: [],
  episodes: episodeProblems,
} as const
type Problem<Name extends TableName> = (typeof problems)[Name][number]

const hiddenStatuses = ['Draft', 'Scheduled'] as const satisfies readonly PublishingStatus[]

/** What a table can be narrowed to. */
export type TableFilter = Problem<TableName> | (typeof hiddenStatuses)[number]

export type TableQuery<Name extends TableName> = Omit<PagedQuery, 'sortBy'> & {
  sortBy: SortField<Name>
  problem?: Problem<Name>[]
  status?: PublishingStatus
}

/** Differences from the defaults: page 1, no search, the newest first, episodes by number, nothing filtered. */
export type IndexSearch = {
  [Part in `${TableName}${'Page' | 'Size'}`]?: number | undefined
} & {
  [Part in `${TableName}${'Search' | 'Sort'}`]?: string | undefined
} & {
  [Part in `${TableName}Show`]?: string | string[] | undefined
}

/** Rows at once; the first is the specification's. */
export const pageSizes = [10, 20, 50, 100] as const

/** Remembered by this browser for when an address says none. */
export function rememberPageSize(table: TableName, size: number): void {
  writeFields('tableSizes', { ...readFields('tableSizes'), [table]: size })
}

function sizeOf(search: IndexSearch, table: TableName): number {
  const asked = [search[`${table}Size`], readFields('tableSizes')[table]].map(Number)
  return asked.map((size) => pageSizes.find((known) => known === size)).find(Boolean) ?? pageSizes[0]
}

export function filtersOf(table: TableName): readonly TableFilter[] {
  return problems[table].length > 0 ? [...problems[table], ...hiddenStatuses] : []
}

const isStatus = (filter: TableFilter) => hiddenStatuses.some((status) => status === filter)

/** Each narrows; a draft is not scheduled, so of these two the one that was chosen last. */
export function toggleFilter(chosen: readonly TableFilter[], filter: TableFilter): TableFilter[] {
  const others = chosen.filter((one) => one !== filter)
  if (others.length < chosen.length) return others
  return [...others.filter((one) => !isStatus(filter) || !isStatus(one)), filter]
}

/** Those that a query goes by, in their usual order. */
export function chosenFilters({ problem = [], status }: TableQuery<TableName>): TableFilter[] {
  const chosen: readonly string[] = status === undefined ? problem : [...problem, status]
  return [...problems.audioBooks, ...problems.podcasts, ...hiddenStatuses].filter(
    (filter, place, all) => chosen.includes(filter) && all.indexOf(filter) === place,
  )
}

let remembered: IndexSearch = {}

/** For the ways back to the tables that do not lead through the browser's history. */
export function rememberIndex(search: IndexSearch): void {
  remembered = search
}

export function rememberedIndex(): IndexSearch {
  return remembered
}

const defaultSortOf = (table: TableName) => (table === 'episodes' ? 'number-asc' : 'id-desc')

/** Invalid parts of an address count as absent. */
export function readTableQuery<Name extends TableName>(search: IndexSearch, table: Name): TableQuery<Name> {
  const fields: readonly SortField<Name>[] = sortFields[table]
  const defaultSort = defaultSortOf(table)
  const sort = String(search[`${table}Sort`] ?? defaultSort)
  const isKnown = fields.some((field) => sort === `${field}-asc` || sort === `${field}-desc`)
  const [sortBy, sortOrder] = (isKnown ? sort : defaultSort).split('-')
  const address = {
    pageNumber: search[`${table}Page`],
    pageSize: sizeOf(search, table),
    search: search[`${table}Search`],
    sortBy,
    sortOrder,
  }
  const shown = [search[`${table}Show`] ?? []].flat().map(String)
  const known: readonly Problem<Name>[] = problems[table]
  const problem = known.filter((one) => shown.includes(one))
  const status = known.length > 0 && hiddenStatuses.find((one) => shown.includes(one))
  const page = { ...readPagedQuery(address, fields), sortBy: sortBy as SortField<Name> }
  return { ...page, ...(problem[0] && { problem }), ...(status && { status }) }
}

/** The address after a change of one table's query. */
export function writeTableQuery<Name extends TableName>(
  search: IndexSearch,
  table: Name,
  query: TableQuery<Name>,
): IndexSearch {
  const sort = `${query.sortBy}-${query.sortOrder}`
  const shown = chosenFilters(query)
  const isUsualSize = query.pageSize === pageSizes[0] && sizeOf({}, table) === pageSizes[0]
  return {
    ...search,
    [`${table}Page`]: query.pageNumber === 1 ? undefined : query.pageNumber,
    [`${table}Search`]: query.search === '' ? undefined : query.search,
    [`${table}Sort`]: sort === defaultSortOf(table) ? undefined : sort,
    [`${table}Size`]: isUsualSize ? undefined : query.pageSize,
    [`${table}Show`]: shown.length === 0 ? undefined : shown,
  }
}
