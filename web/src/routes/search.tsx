/**
 * First data, with a term only: GET /audio-books/paged and /podcasts/paged by `searchQuery(term)` and GET /search; of one
 * kind GET /search alone.
 */
import { readPagedQuery } from '@earmark/contract/paging.ts'
import { createFileRoute, type SearchSchemaInput, stripSearchParams } from '@tanstack/react-router'
import { loadSearchPage, type SearchAddress, SearchPage } from '../features/catalogue/index.ts'

export const Route = createFileRoute('/search')({
  // Kind and page stay in the address; they are read by the page, which comes late.
  validateSearch: (address: SearchAddress & SearchSchemaInput): SearchAddress & { search: string } => ({
    search: readPagedQuery({ ...address }, []).search,
  }),
  search: { middlewares: [stripSearchParams({ search: '' })] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => loadSearchPage(deps),
  component: Search,
})

function Search() {
  return <SearchPage address={Route.useSearch()} />
}
