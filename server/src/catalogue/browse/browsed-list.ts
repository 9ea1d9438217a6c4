import type { AudioBookFilters, PodcastFilters } from '@earmark/contract/browse.ts'
import type { PagedQuery } from '@earmark/contract/paging.ts'
import type { Connection } from '../../db/engine/dialect.ts'
import type { CoreDeps } from '../../deps.ts'
import { yieldToEventLoop } from '../../db/engine/event-loop.ts'
import { searchMatches } from '../../db/search/search.queries.ts'
import { allPresent, filterOrder, type ListOrder, type ListSource } from '../../http/lists/list-pages.ts'
import { listAuthors, listCreators } from '../creators/creators.queries.ts'
import { followMerges } from '../creators/merged-creators.queries.ts'
import { listIdsBy } from '../editing/record-rows.queries.ts'
import type { Browse } from './browse.ts'
import { type BrowseFilters, type BrowseOrder, primaryTag } from './browse-index.ts'
import { type BrowsedKind, listHiddenIds } from './browsed-records.queries.ts'
import type { FacetCounts, FacetValue } from './facet-counts.ts'
import { orderByValues, rankTexts } from './order-by-values.ts'

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
    const ids = await listIdsBy(db, table, field)
    const hidden = new Set(await listHiddenIds(db.connection, kind))
    return hidden.size === 0 ? allPresent(ids) : filterOrder(allPresent(ids), (id) => !hidden.has(id))
  }

  async function browsedOrder(field: BrowsedField): Promise<ListOrder> {
    const { ids, values } = (await browse.current()).valuesOf(browseOrders[field])
    if (field !== 'author') return await orderByValues(ids, values)
    const authors = await listAuthors(db.connection)
    const ranks = await rankTexts(authors.map(({ author_sort }) => author_sort))
    await yieldToEventLoop()
    const rankOf = new Map(authors.map(({ id }, place) => [id, ranks[place] as number]))
    return await orderByValues(
      ids,
      values.map((creatorId) => rankOf.get(creatorId) ?? Number.NaN),
    )
  }

  return {
    kind,
    readOrder: (field) => {
      const name = field as IndexedField | BrowsedField
      return name in browseOrders ? browsedOrder(name as BrowsedField) : indexedOrder(name as IndexedField)
    },
    async filter(query) {
      const filters = await browseFilters(db.connection, query)
      return Object.keys(filters).length === 0 ? undefined : (await browse.current()).matcher(filters)
    },
  }
}

/** The filters of a query, without those that are absent; creators by the ids that theirs lead to. */
async function browseFilters(connection: Connection, query: Filters): Promise<BrowseFilters> {
  const creatorIds = query.creatorId && (await followMerges(connection, query.creatorId))
  const given: { readonly [Name in keyof BrowseFilters]: BrowseFilters[Name] | undefined } = {
    genres: query.genre ?? query.category,
    languages: query.language?.map(primaryLanguage),
    minSeconds: query.minSeconds,
    maxSeconds: query.maxSeconds,
    fromYear: query.fromYear,
    toYear: query.toYear,
    seriesIds: query.seriesId,
    creatorIds,
    roles: query.creatorId && query.role,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as BrowseFilters
}

/** The canonical language without its sub-tags (BCP 47); a text that is no tag as it is. */
function primaryLanguage(text: string): string {
  try {
    return primaryTag(Intl.getCanonicalLocales(text)[0] ?? text)
  } catch {
    return text
  }
}

/** The counts of facets among the records that the search of the query finds, where it has one. */
export async function countFacets(
  { connection, dialect }: CoreDeps['db'],
  kind: BrowsedKind,
  browse: Browse,
  { search = '', ...query }: Filters & { readonly search?: string },
): Promise<FacetCounts> {
  const filters = await browseFilters(connection, query)
  if (search === '') return await (await browse.current()).count(filters)
  const ids = await searchMatches(connection, dialect, { kind }, search)
  return await (await browse.current()).count({ ...filters, ids })
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
