/** First data: GET /podcasts/{id}/episodes/{episodeId}. */
import { createFileRoute } from '@tanstack/react-router'
import { episode, EpisodePage, RecordSkeleton } from '../features/catalogue/index.ts'
import { recordId } from '../lib/url-parameters.ts'
import { load } from '../lib/query-client.ts'

export const Route = createFileRoute('/podcasts/$id/episodes/$episodeId')({
  loader: ({ params }) => load(episode(recordId(params.id), recordId(params.episodeId))),
  pendingComponent: RecordSkeleton,
  component: Episode,
})

function Episode() {
  const { id, episodeId } = Route.useParams()
  return <EpisodePage id={Number(id)} episodeId={Number(episodeId)} />
}
