import { createFileRoute } from '@tanstack/react-router'
import { loadRecord, podcastCalls, PodcastEditPage } from '../features/back-office/index.ts'
import { RecordSkeleton } from '../features/catalogue/index.ts'
import { recordId } from '../lib/url-parameters.ts'

export const Route = createFileRoute('/edit/podcasts/$id/')({
  loader: ({ params, cause }) => loadRecord(podcastCalls, recordId(params.id), cause),
  pendingComponent: RecordSkeleton,
  component: Podcast,
})

function Podcast() {
  const { id } = Route.useParams()
  return <PodcastEditPage key={id} id={Number(id)} />
}
