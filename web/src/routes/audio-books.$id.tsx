/** First data: GET /audio-books/{id}. */
import { createFileRoute } from '@tanstack/react-router'
import { AudioBookPage, loadAudioBookPage, RecordSkeleton } from '../features/catalogue/index.ts'
import { recordId } from '../lib/url-parameters.ts'

export const Route = createFileRoute('/audio-books/$id')({
  loader: ({ params }) => loadAudioBookPage(recordId(params.id)),
  // Whether it is a draft is asked whenever the page is opened.
  gcTime: 0,
  pendingComponent: RecordSkeleton,
  component: AudioBook,
})

function AudioBook() {
  return <AudioBookPage id={Number(Route.useParams().id)} draft={Route.useLoaderData().draft} />
}
