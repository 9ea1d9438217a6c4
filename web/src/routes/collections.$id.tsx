/** First data: GET /collections/{id}. */
import { createFileRoute } from '@tanstack/react-router'
import { CollectionPage, loadCollectionPage, RecordSkeleton } from '../features/catalogue/index.ts'
import { recordId } from '../lib/url-parameters.ts'

export const Route = createFileRoute('/collections/$id')({
  loader: ({ params }) => loadCollectionPage(recordId(params.id)),
  pendingComponent: RecordSkeleton,
  component: Collection,
})

function Collection() {
  return <CollectionPage id={Number(Route.useParams().id)} />
}
