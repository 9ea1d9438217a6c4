/** First data: both short lists, GET /audio-books/paged and /podcasts/paged by `homeListQuery`. */
import { createFileRoute } from '@tanstack/react-router'
import { audioBookPage, HomePage, homeListQuery, podcastPage } from '../features/catalogue/index.ts'
import { prefetch } from '../lib/query-client.ts'

export const Route = createFileRoute('/')({
  loader: () => {
    prefetch(audioBookPage(homeListQuery))
    prefetch(podcastPage(homeListQuery))
  },
  component: HomePage,
})
