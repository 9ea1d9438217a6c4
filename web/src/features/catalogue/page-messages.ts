import { numberedEpisode } from '@earmark/contract/episode-names.ts'
import { messages as firstMessages } from './messages.ts'

/** Texts of pages that come late, and of the first visit. */
export const messages = {
  ...firstMessages,
  filesMissing: 'The files of this book are not there just now. It plays again as soon as they are back.',
  continueListening: 'Continue listening',
  audioBooks: 'Audio Books',
  podcasts: 'Podcasts',
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
  pastTheEnd: (pages: number) =>
    pages === 1 ? 'This list has one page only.' : `This list ends at page ${pages}.`,
  toFirstPage: 'Go to the first page',
  found: (count: number) => `${count} found`,
  foundIn: (count: number, term: string) => `${count} found for “${term}”`,
  nothingFoundIn: (term: string) => `Nothing here matches “${term}”.`,
  showAll: 'Show all',
  episodes: (count: number) =>
    count === 0 ? 'No episodes yet' : count === 1 ? '1 episode' : `${count} episodes`,
  episode: numberedEpisode,
  writtenBy: 'By',
  readBy: 'Read by',
  withVoices: 'With',
  more: 'More',
  moreActions: 'More actions',
  share: 'Share',
  feed: 'RSS',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  copyingFailed: 'Copying the link failed',
  edit: 'Edit',
  fullDescription: 'More',
  shortDescription: 'Less',
  previousEpisode: 'Previous episode',
  nextEpisode: 'Next episode',
  neighbours: 'Other episodes',
  search: 'Search',
  searchHeading: (term: string) => `Search "${term}"`,
  searchField: 'Search titles, descriptions and voices',
  searchHint: 'Words from a title, a description, or the name of a reader or voice.',
  nothingFound: (term: string) =>
    `Nothing matches “${term}”. Try fewer words, or only the beginning of a name.`,
  browse: 'Browse all Audio Books',
} as const
