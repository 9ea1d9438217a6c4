export { CreatorPage } from './creator/creator-page.tsx'
export { loadCreatorPage } from './creator/queries.ts'
export { CollectionPage } from './groups/collection-page.tsx'
export { loadCollectionPage, loadSeriesPage } from './group-queries.ts'
export { SeriesPage } from './groups/series-page.tsx'
export { loadEpisodePage } from './episode-queries.ts'
export { HomePage } from './home/home-page.tsx'
export { audioBookList, podcastList } from './list/list-kinds.ts'
export { ListPage } from './browse/list-page.tsx'
export { prefetchList } from './browse/list-query.ts'
export {
  audioBookPage,
  homeListQuery,
  loadAudioBookPage,
  podcastPage,
} from './queries.ts'
export { AudioBookPage } from './record/audio-book-page.tsx'
export { EpisodePage } from './record/episode-page.tsx'
export { loadPodcastPage, type PodcastAddress } from './episodes/queries.ts'
export { PodcastPage } from './episodes/podcast-page.tsx'
export { recordingTrack } from './recording-track.ts'
export { RecordSkeleton } from './record/record-skeleton.tsx'
export { AudioBookShelf, PodcastShelf } from './shelf/shelves.tsx'
export { loadSearchPage, type SearchAddress } from './search/queries.ts'
export { SearchBox } from './search/search-box.tsx'
export { SearchPage } from './search/search-page.tsx'
export { audioBookTrack, episodeTrack } from './tracks.ts'
