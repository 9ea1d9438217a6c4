/** First data: GET /audio-books/paged by the query that `readPagedQuery` finds in the address. */
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import {
  audioBookList,
  audioBookPage,
  defaultListQuery,
  ListPage,
  readListQuery,
} from '../features/catalogue/index.ts'
import { prefetch } from '../lib/query-client.ts'

export const Route = createFileRoute('/audio-books/')({
  validateSearch: readListQuery,
  search: { middlewares: [stripSearchParams(defaultListQuery)] },
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetch(audioBookPage(deps)),
  component: AudioBooks,
})

function AudioBooks() {
  return <ListPage kind={audioBookList} query={Route.useSearch()} />
}
