/** The specification's texts, letter for letter; `{My Library}` is where the link stands. */
export interface ListMessages {
  title: string
  failed: string
  empty: string
  /** Accessible names of the list's own search field and pager. */
  search: string
  pages: string
}

export const audioBookListMessages: ListMessages = {
  title: 'Audio Books',
  failed: 'Failed to load Audio Books. Please try reloading or navigating to {My Library}',
  empty: 'There are no Audio Books here. Please try reloading or navigating to {My Library}',
  search: 'Search Audio Books',
  pages: 'Pages of Audio Books',
}

export const podcastListMessages: ListMessages = {
  title: 'Podcasts',
  failed: 'Failed to load Podcasts. Please try reloading or navigating to {My Library}',
  empty: 'There are no Podcasts here. Please try reloading or navigating to {My Library}',
  search: 'Search Podcasts',
  pages: 'Pages of Podcasts',
}

/** Texts of every first visit; those of pages that come late are in `page-messages.ts`. */
export const messages = {
  home: 'Home',
  loading: 'Loading...',
  reload: 'Reload',
  seeAll: (count: number) => `All ${count}`,
  notAvailable: 'Not available just now.',
  playNamed: (name: string) => `Play ${name}`,
} as const
