import { createFileRoute, notFound } from '@tanstack/react-router'
import { chapterCalls, ChaptersPage, loadChapters } from '../features/back-office/index.ts'
import { RecordSkeleton } from '../features/catalogue/index.ts'

export const Route = createFileRoute('/edit/chapters/$')({
  loader: async ({ params: { _splat = '' }, cause }) => {
    const calls = chapterCalls(_splat)
    if (calls === undefined) throw notFound()
    return { calls, record: await loadChapters(calls, cause) }
  },
  pendingComponent: RecordSkeleton,
  component: ChaptersOf,
})

function ChaptersOf() {
  const { calls, record } = Route.useLoaderData()
  return <ChaptersPage key={calls.key} calls={calls} record={record} />
}
