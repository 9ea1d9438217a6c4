/** First data, with a term only: GET /audio-books/paged and /podcasts/paged by `searchQuery(term)`. */
import { readPagedQuery } from '@earmark/contract/paging.ts'
import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { audioBookPage, podcastPage, SearchPage, searchQuery } from '../features/catalogue/index.ts'
import { prefetch } from '../lib/query-client.ts'

export const Route = createFileRoute('/search')({
  validateSearch: (address: { search?: string } & SearchSchemaInput) => ({
    search: readPagedQuery(address, []).search,
  }),
  search: { middlewares: [stripSearchParams({ search: '' })] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => {
    if (deps.search === '') return
    prefetch(audioBookPage(searchQuery(deps.search)))
    prefetch(podcastPage(searchQuery(deps.search)))
  },
  component: Search,
})

function Search() {
  return <SearchPage term={Route.useSearch().search} />
}
