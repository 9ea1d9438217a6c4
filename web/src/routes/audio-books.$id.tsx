/** First data: GET /audio-books/{id}. */
import { createFileRoute } from '@tanstack/react-router'
import { audioBook, AudioBookPage, RecordSkeleton } from '../features/catalogue/index.ts'
import { recordId } from '../lib/url-parameters.ts'
import { load } from '../lib/query-client.ts'

export const Route = createFileRoute('/audio-books/$id')({
  loader: ({ params }) => load(audioBook(recordId(params.id))),
  pendingComponent: RecordSkeleton,
  component: AudioBook,
})

function AudioBook() {
  return <AudioBookPage id={Number(Route.useParams().id)} />
}
