/** First data: GET /podcasts/{id}/overview, and the first page of the episodes that `readEpisodesAddress` finds in the address. */
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import {
  loadPodcastPage,
  type PodcastAddress,
  PodcastPage,
  RecordSkeleton,
} from '../features/catalogue/index.ts'
import { recordId } from '../lib/url-parameters.ts'

export const Route = createFileRoute('/podcasts/$id/')({
  // Read by the page, which comes late.
  validateSearch: (address: PodcastAddress & SearchSchemaInput): PodcastAddress => address,
  loaderDeps: ({ search }) => search,
  loader: ({ params, deps }) => loadPodcastPage(recordId(params.id), deps),
  // Whether it is a draft is asked whenever the page is opened.
  gcTime: 0,
  pendingComponent: RecordSkeleton,
  component: Podcast,
})

function Podcast() {
  const navigate = Route.useNavigate()
  return (
    <PodcastPage
      draft={Route.useLoaderData().draft}
      id={Number(Route.useParams().id)}
      address={Route.useSearch()}
      onAddress={(search) => void navigate({ search, replace: true, resetScroll: false })}
    />
  )
}
