export { audioBookCalls, episodeCalls, loadRecord, podcastCalls } from './records/record-calls.ts'
export {
  AudioBookCreatePage,
  AudioBookEditPage,
  EpisodeCreatePage,
  EpisodeEditPage,
  PodcastCreatePage,
  PodcastEditPage,
} from './record-pages/record-pages.tsx'
export { CreatorPage, loadCreator, NewCreatorPage } from './people/creators.tsx'
export { loadUser, NewUserPage, UserPage } from './people/users.tsx'
export { CollectionPage, loadCollection, NewCollectionPage } from './groups/collections.tsx'
export { loadSeries, NewSeriesPage, SeriesPage } from './groups/series.tsx'
export { GenresPage } from './genres/genres-page.tsx'
export { IndexPage } from './index-page/index-page.tsx'
export type { IndexSearch } from './index-search.ts'
export { chapterCalls, loadChapters } from './chapters/chapter-calls.ts'
export { ChaptersPage } from './chapters/chapters-page.tsx'
export { ImportPages } from './import/import-pages.tsx'
export type { ImportSearch } from './import/import-search.ts'
