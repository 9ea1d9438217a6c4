/** First data: GET /audio-books/paged by the query that `readListQuery` finds in the address. */
import type { ListQuery } from '@earmark/contract/list-addresses.ts'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { audioBookList, ListPage, prefetchList } from '../features/catalogue/index.ts'

export const Route = createFileRoute('/audio-books/')({
  // Read by the page, which comes late.
  validateSearch: (address: Partial<ListQuery> & SearchSchemaInput): Partial<ListQuery> => address,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchList(audioBookList, deps),
  component: AudioBooks,
})

function AudioBooks() {
  return <ListPage kind={audioBookList} address={Route.useSearch()} />
}
