import { createFileRoute } from '@tanstack/react-router'
import { episodeCalls, EpisodeEditPage, loadRecord } from '../features/back-office/index.ts'
import { RecordSkeleton } from '../features/catalogue/index.ts'
import { recordId } from '../lib/url-parameters.ts'

export const Route = createFileRoute('/edit/podcasts/$id/episodes/$episodeId')({
  loader: ({ params, cause }) =>
    loadRecord(episodeCalls(recordId(params.id)), recordId(params.episodeId), cause),
  pendingComponent: RecordSkeleton,
  component: Episode,
})

function Episode() {
  const { id, episodeId } = Route.useParams()
  return <EpisodeEditPage key={episodeId} podcastId={Number(id)} id={Number(episodeId)} />
}
