/** First data: both short lists, GET /audio-books/paged and /podcasts/paged by `homeListQuery`. */
import { createFileRoute } from '@tanstack/react-router'
import { audioBookPage, HomePage, homeListQuery, podcastPage } from '../features/catalogue/index.ts'
import { warm } from '../lib/query-client.ts'

export const Route = createFileRoute('/')({
  loader: () => {
    warm(audioBookPage(homeListQuery))
    warm(podcastPage(homeListQuery))
  },
  component: HomePage,
})
