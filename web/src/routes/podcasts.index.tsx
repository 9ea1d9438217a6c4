/** First data: GET /podcasts/paged by the query that `readPagedQuery` finds in the address. */
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import {
  podcastList,
  podcastPage,
  defaultListQuery,
  ListPage,
  readListQuery,
} from '../features/catalogue/index.ts'
import { prefetch } from '../lib/query-client.ts'

export const Route = createFileRoute('/podcasts/')({
  validateSearch: readListQuery,
  search: { middlewares: [stripSearchParams(defaultListQuery)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetch(podcastPage(deps)),
  component: Podcasts,
})

function Podcasts() {
  return <ListPage kind={podcastList} query={Route.useSearch()} />
}
