/** First data: GET /series/{id}. */
import { createFileRoute } from '@tanstack/react-router'
import { loadSeriesPage, RecordSkeleton, SeriesPage } from '../features/catalogue/index.ts'
import { recordId } from '../lib/url-parameters.ts'

export const Route = createFileRoute('/series/$id')({
  loader: ({ params }) => loadSeriesPage(recordId(params.id)),
  pendingComponent: RecordSkeleton,
  component: Series,
})

function Series() {
  return <SeriesPage id={Number(Route.useParams().id)} />
}
