import { createFileRoute } from '@tanstack/react-router'
import { episodeCalls, EpisodeEditPage, loadForEditing } from '../features/back-office/index.ts'
import { RecordSkeleton } from '../features/catalogue/index.ts'
import { recordId } from '../lib/record-id.ts'

export const Route = createFileRoute('/edit/podcasts/$id/episodes/$episodeId')({
  loader: async ({ params, cause }) => {
    const { query, messages } = episodeCalls(recordId(params.id))
    await loadForEditing(query(recordId(params.episodeId)), messages.getFailed, { cause })
  },
  pendingComponent: RecordSkeleton,
  component: Episode,
})

function Episode() {
  const { id, episodeId } = Route.useParams()
  return <EpisodeEditPage key={episodeId} podcastId={Number(id)} id={Number(episodeId)} />
}
