import { createFileRoute } from '@tanstack/react-router'
import { EpisodeCreatePage, loadRecord, podcastCalls } from '../features/back-office/index.ts'
import { RecordSkeleton } from '../features/catalogue/index.ts'
import { recordId } from '../lib/url-parameters.ts'

export const Route = createFileRoute('/edit/podcasts/$id/episodes/create')({
  loader: ({ params, cause }) => loadRecord(podcastCalls, recordId(params.id), cause),
  pendingComponent: RecordSkeleton,
  component: NewEpisode,
})

function NewEpisode() {
  const { id } = Route.useParams()
  return <EpisodeCreatePage key={id} podcastId={Number(id)} />
}
