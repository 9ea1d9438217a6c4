import { createFileRoute } from '@tanstack/react-router'
import { audioBookCalls, AudioBookEditPage, loadRecord } from '../features/back-office/index.ts'
import { RecordSkeleton } from '../features/catalogue/index.ts'
import { recordId } from '../lib/url-parameters.ts'

export const Route = createFileRoute('/edit/audio-books/$id')({
  loader: ({ params, cause }) => loadRecord(audioBookCalls, recordId(params.id), cause),
  pendingComponent: RecordSkeleton,
  component: AudioBook,
})

function AudioBook() {
  const { id } = Route.useParams()
  return <AudioBookEditPage key={id} id={Number(id)} />
}
