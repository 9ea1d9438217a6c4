/** Loads the series as it is now; should that fail, the router's own error screen stands under this address. */
import { createFileRoute } from '@tanstack/react-router'
import { SeriesPage, loadSeries } from '../features/back-office/index.ts'
import { recordId } from '../lib/url-parameters.ts'

export const Route = createFileRoute('/edit/series/$id')({
  loader: ({ params, cause }) => loadSeries(recordId(params.id), cause),
  // The page shows the loader's data, which must not be an earlier load's.
  gcTime: 0,
  component: EditedSeries,
})

function EditedSeries() {
  const series = Route.useLoaderData()
  return <SeriesPage key={series.id} series={series} />
}
