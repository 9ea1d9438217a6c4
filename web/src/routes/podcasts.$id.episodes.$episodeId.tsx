/** First data: GET /podcasts/{id}/episodes/{episodeId}/overview. */
import { createFileRoute } from '@tanstack/react-router'
import { EpisodePage, loadEpisodePage, RecordSkeleton } from '../features/catalogue/index.ts'
import { recordId } from '../lib/url-parameters.ts'

export const Route = createFileRoute('/podcasts/$id/episodes/$episodeId')({
  loader: ({ params }) => loadEpisodePage(recordId(params.id), recordId(params.episodeId)),
  // Whether it is a draft is asked whenever the page is opened.
  gcTime: 0,
  pendingComponent: RecordSkeleton,
  component: Episode,
})

function Episode() {
  const { id, episodeId } = Route.useParams()
  return <EpisodePage id={Number(id)} episodeId={Number(episodeId)} draft={Route.useLoaderData().draft} />
}
