export { HomePage } from './home/home-page.tsx'
export { audioBookList, podcastList } from './list/list-kinds.ts'
export { ListPage } from './list/list-page.tsx'
export {
  audioBookPage,
  defaultListQuery,
  homeListQuery,
  podcastPage,
  readListQuery,
  searchQuery,
} from './list/list-queries.ts'
export { AudioBookPage } from './record/audio-book-page.tsx'
export { EpisodePage } from './record/episode-page.tsx'
export { neighbours } from './record/neighbours.ts'
export { PodcastPage } from './record/podcast-page.tsx'
export { audioBook, episode, podcast } from './record/record-queries.ts'
export { RecordSkeleton } from './record/record-skeleton.tsx'
export { AudioBookShelf } from './shelf/audio-book-shelf.tsx'
export { PodcastShelf } from './shelf/podcast-shelf.tsx'
export { SearchPage } from './search/search-page.tsx'
