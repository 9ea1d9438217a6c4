/** First data: GET /podcasts/paged by the query that `readListQuery` finds in the address. */
import type { ListQuery } from '@earmark/contract/list-addresses.ts'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { podcastList, ListPage, prefetchList } from '../features/catalogue/index.ts'

export const Route = createFileRoute('/podcasts/')({
  // Read by the page, which comes late.
  validateSearch: (address: Partial<ListQuery> & SearchSchemaInput): Partial<ListQuery> => address,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchList(podcastList, deps),
  component: Podcasts,
})

function Podcasts() {
  return <ListPage kind={podcastList} address={Route.useSearch()} />
}
