/** First data: GET /podcasts/{id}. */
import { createFileRoute } from '@tanstack/react-router'
import { podcast, PodcastPage, RecordSkeleton } from '../features/catalogue/index.ts'
import { recordId } from '../lib/url-parameters.ts'
import { load } from '../lib/query-client.ts'

export const Route = createFileRoute('/podcasts/$id/')({
  loader: ({ params }) => load(podcast(recordId(params.id))),
  pendingComponent: RecordSkeleton,
  component: Podcast,
})

function Podcast() {
  return <PodcastPage id={Number(Route.useParams().id)} />
}
