export { CreatorPage } from './creator/creator-page.tsx'
export { loadCreatorPage } from './creator/queries.ts'
export { HomePage } from './home/home-page.tsx'
export { audioBookList, podcastList } from './list/list-kinds.ts'
export { ListPage } from './list/list-page.tsx'
export {
  audioBook,
  audioBookPage,
  defaultListQuery,
  episode,
  homeListQuery,
  podcast,
  podcastPage,
  readListQuery,
  searchQuery,
} from './queries.ts'
export { AudioBookPage } from './record/audio-book-page.tsx'
export { EpisodePage } from './record/episode-page.tsx'
export { neighbours } from './record/neighbours.ts'
export { PodcastPage } from './record/podcast-page.tsx'
export { RecordSkeleton } from './record/record-skeleton.tsx'
export { AudioBookShelf, PodcastShelf } from './shelf/shelves.tsx'
export { SearchPage } from './search/search-page.tsx'
