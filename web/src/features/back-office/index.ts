export { loadForEditing } from './answers.ts'
export { audioBookCalls, episodeCalls, podcastCalls } from './records/record-calls.ts'
export {
  AudioBookCreatePage,
  AudioBookEditPage,
  EpisodeCreatePage,
  EpisodeEditPage,
  PodcastCreatePage,
  PodcastEditPage,
} from './records/record-pages.tsx'
export { CreatorPage, loadCreator, NewCreatorPage } from './creators/creator-page.tsx'
export { loadUser, NewUserPage, UserPage } from './users/user-page.tsx'
export { IndexPage } from './index-page/index-page.tsx'
export type { IndexSearch } from './index-page/index-search.ts'
