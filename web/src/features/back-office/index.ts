export { audioBookCalls, episodeCalls, loadRecord, podcastCalls } from './records/record-calls.ts'
export {
  AudioBookCreatePage,
  AudioBookEditPage,
  EpisodeCreatePage,
  EpisodeEditPage,
  PodcastCreatePage,
  PodcastEditPage,
} from './records/record-pages.tsx'
export { CreatorPage, loadCreator, NewCreatorPage } from './people/creators.tsx'
export { loadUser, NewUserPage, UserPage } from './people/users.tsx'
export { IndexPage } from './index-page/index-page.tsx'
export type { IndexSearch } from './index-page/index-search.ts'
