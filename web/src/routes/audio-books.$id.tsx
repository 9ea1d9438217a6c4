/** First data: GET /audio-books/{id}. */
import { createFileRoute } from '@tanstack/react-router'
import { AudioBookPage, loadAudioBookPage, RecordSkeleton } from '../features/catalogue/index.ts'
import { recordId } from '../lib/url-parameters.ts'

export const Route = createFileRoute('/audio-books/$id')({
  loader: ({ params }) => loadAudioBookPage(recordId(params.id)),
  pendingComponent: RecordSkeleton,
  component: AudioBook,
})

function AudioBook() {
  return <AudioBookPage id={Number(Route.useParams().id)} isDraft={Route.useLoaderData().isDraft} />
}
