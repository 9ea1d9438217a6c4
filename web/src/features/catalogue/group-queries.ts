import { getCollection } from '@earmark/contract/collections.ts'
import { getSeries } from '@earmark/contract/series.ts'
import { apiQuery, load } from '../../lib/query-client.ts'

export function series(id: number) {
  return apiQuery(getSeries, { params: { id } })
}

export function collection(id: number) {
  return apiQuery(getCollection, { params: { id } })
}

/** For the pages' loaders. */
export async function loadSeriesPage(id: number): Promise<void> {
  await load(series(id))
}

export async function loadCollectionPage(id: number): Promise<void> {
  await load(collection(id))
}
