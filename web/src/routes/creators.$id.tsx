/** First data: GET /creators/{id} and GET /creators/{id}/works. */
import { createFileRoute } from '@tanstack/react-router'
import { CreatorPage, loadCreatorPage, RecordSkeleton } from '../features/catalogue/index.ts'
import { recordId } from '../lib/url-parameters.ts'

export const Route = createFileRoute('/creators/$id')({
  loader: ({ params }) => loadCreatorPage(recordId(params.id)),
  pendingComponent: RecordSkeleton,
  component: Creator,
})

function Creator() {
  return <CreatorPage id={Number(Route.useParams().id)} />
}
