import { createSeries, deleteSeries, updateSeries } from '@earmark/contract/series-edits.ts'
import { getSeries, type Series } from '@earmark/contract/series.ts'
import { call } from '../../../lib/api.ts'
import { apiQuery } from '../../../lib/query-client.ts'
import { type LoadCause, loadForEditing } from '../answers.ts'
import { seriesMessages as messages } from '../messages.ts'
import { NewPersonPage, type PersonKind, PersonPage } from '../people/person-pages.tsx'
import { groupBody, GroupFields, type GroupValues } from './group-fields.tsx'

const query = (id: number) => apiQuery(getSeries, { params: { id } })

const series: PersonKind<Series, GroupValues> = {
  kind: 'series',
  messages,
  Fields: GroupFields,
  nameOf: ({ name }) => name,
  valuesOf: (one) => ({ name: one?.name ?? '', description: one?.description ?? '' }),
  create: (values) => call(createSeries, { body: groupBody(values) }),
  update: (values, { id, updatedAt }) =>
    call(updateSeries, { params: { id }, body: { id, ...groupBody(values), baseUpdatedAt: updatedAt } }),
  remove: ({ id }) => call(deleteSeries, { params: { id } }),
  reread: ({ id }) => call(getSeries, { params: { id } }),
  editLink: ({ id }) => ({ to: '/edit/series/$id', params: { id: String(id) } }),
  viewLink: ({ id }) => ({ to: '/series/$id', params: { id: String(id) } }),
}

export function loadSeries(id: number, cause: LoadCause): Promise<Series> {
  return loadForEditing(query(id), messages.loadFailed, cause)
}

export function NewSeriesPage() {
  return <NewPersonPage kind={series} />
}

export function SeriesPage({ series: one }: { series: Series }) {
  return <PersonPage kind={series} person={one} />
}
