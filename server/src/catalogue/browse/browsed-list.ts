import type { AudioBookFilters, PodcastFilters } from '@earmark/contract/browse.ts'
import type { PagedQuery } from '@earmark/contract/paging.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { CoreDeps } from '../../deps.ts'
import { allPresent, filterOrder, type ListOrder, type ListSource } from '../../http/lists/list-pages.ts'
import { listAuthorRanks, listCreators } from '../creators/creators.queries.ts'
import { queryIdsOf } from '../editing/record-rows.queries.ts'
import type { Browse } from './browse.ts'
import type { BrowseFilters, BrowseOrder, FacetValue } from './browse-index.ts'
import { type BrowsedKind, listHiddenIds } from './browsed-records.queries.ts'

type Filters = AudioBookFilters & PodcastFilters

/** Orders whose values the browse index holds. */
const browseOrders = {
  publishedYear: 'year',
  durationSeconds: 'seconds',
  latestEpisodeAt: 'latestAt',
  author: 'firstAuthor',
} as const satisfies Record<string, BrowseOrder>

type BrowsedField = keyof typeof browseOrders
type IndexedField = 'id' | 'name' | 'createdAt' | 'publishedAt'

/** The public records of a kind: in the orders of the database's indexes and of the browse index, and filtered. */
export function browsedList<Query extends PagedQuery<IndexedField | BrowsedField> & Filters>(
  { db }: Pick<CoreDeps, 'db'>,
  kind: BrowsedKind,
  browse: Browse,
): ListSource<Query> {
  const table = kind === 'audio-book' ? 'audio_books' : 'podcasts'

  async function indexedOrder(field: IndexedField): Promise<ListOrder> {
    const ids = await db.dialect.listIds(db.connection, queryIdsOf(table)(db.connection, field))
    const hidden = new Set(await listHiddenIds(db.connection, kind))
    return hidden.size === 0 ? allPresent(ids) : filterOrder(allPresent(ids), (id) => !hidden.has(id))
  }

  async function browsedOrder(field: BrowsedField): Promise<ListOrder> {
    const { ids, values } = (await browse.current()).valuesOf(browseOrders[field])
    if (field !== 'author') return orderByValues(ids, values)
    const ranks = await listAuthorRanks(db.connection)
    return orderByValues(
      ids,
      values.map((creatorId) => ranks.get(creatorId) ?? Number.NaN),
    )
  }

  return {
    kind,
    readOrder: (field) => {
      const name = field as IndexedField | BrowsedField
      return name in browseOrders ? browsedOrder(name as BrowsedField) : indexedOrder(name as IndexedField)
    },
    async filter(query) {
      const filters = browseFilters(query)
      return Object.keys(filters).length === 0 ? undefined : (await browse.current()).matcher(filters)
    },
  }
}

/** The filters of a query or an address, without those that are absent. */
export function browseFilters(query: Filters): BrowseFilters {
  const given: { readonly [Name in keyof BrowseFilters]: BrowseFilters[Name] | undefined } = {
    genres: query.genre ?? query.category,
    languages: query.language,
    minSeconds: query.minSeconds,
    maxSeconds: query.maxSeconds,
    fromYear: query.fromYear,
    toYear: query.toYear,
    seriesIds: query.seriesId,
    creatorIds: query.creatorId,
    roles: query.creatorId && query.role,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as BrowseFilters
}

/** A facet of creators, with their nicknames. */
export async function namedCreators(connection: Connection, values: readonly FacetValue<number>[]) {
  const creators = await listCreators(
    connection,
    values.map(({ value }) => value),
  )
  const names = new Map(creators.map(({ id, nickname }) => [id, nickname]))
  return values.flatMap(({ value, count }) => {
    const name = names.get(value)
    return name === undefined ? [] : [{ value, name, count }]
  })
}

/** NaN is no value. */
function orderByValues(ids: readonly number[], values: readonly number[]): ListOrder {
  const places = Uint32Array.from(ids.keys())
  const isMissing = (place: number) => (Number.isNaN(values[place]) ? 1 : 0)
  places.sort(
    (one, other) =>
      isMissing(one) - isMissing(other) ||
      (values[one] as number) - (values[other] as number) ||
      (ids[one] as number) - (ids[other] as number),
  )
  return {
    ids: Array.from(places, (place) => ids[place] as number),
    present: values.filter((value) => !Number.isNaN(value)).length,
  }
}
