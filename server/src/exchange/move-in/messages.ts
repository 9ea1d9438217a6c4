import type { LeftoverKind } from './library/moved-library.ts'
import type {
  BookState,
  ListeningState,
  PlannedCollection,
  PlannedEpisode,
  PlannedPodcast,
  UserState,
} from './plan/planned-move.ts'

/** What the report of a move says. */

type PodcastState = PlannedPodcast['state']
type EpisodeState = PlannedEpisode['state']

const recordTexts = {
  New: ['to be made', 'made'],
  Known: 'brought before',
  Removed: 'brought before and removed here since: not made again',
  Missing: 'not made: files are not there',
  Outside: 'not made: files lie in no folder of IMPORT_FOLDERS',
  Unsound: 'not made: their paths are none',
} as const

/** A pair is of a dry run, and of one that has written. */
type Text = string | readonly [planned: string, done: string]

export const userTexts: Readonly<Record<UserState, Text>> = {
  New: ['to be made, with a mail to set a password', 'made, with a mail to set a password'],
  Known: 'brought before',
  Removed: 'brought before and removed here since: not made again',
  Same: 'here already by their address: the account stays as it is, with its role',
  NoAddress: 'not made: without an address. Give them one in Audiobookshelf, and run this again',
  BadAddress: 'not made: no mail can be sent to their address',
  Inactive: 'not made: they are not active there',
}

export const bookTexts: Readonly<Record<BookState, Text>> = {
  ...recordTexts,
  Same: 'here already with the same files: their fields stay as they are',
  Elsewhere: 'not made: some of their files belong to other books',
  Scattered: 'not made: their files lie in several folders of IMPORT_FOLDERS',
  NoSound: 'not made: without a sound file',
}

export const podcastTexts: Readonly<Record<PodcastState, Text>> = recordTexts

export const episodeTexts: Readonly<Record<EpisodeState, Text>> = {
  ...recordTexts,
  NoSound: 'not made: never downloaded',
}

export const collectionTexts: Readonly<Record<PlannedCollection['state'], Text>> = {
  New: ['to be made', 'made'],
  Known: 'brought before',
  Empty: 'not made: none of their books is here',
}

export const listeningTexts: Readonly<Record<ListeningState, Text>> = {
  New: ['to be brought', 'brought'],
  Known: 'brought before',
  NewerHere: 'left: those here are newer',
  NobodyHere: 'left: their users are not here',
  NothingHere: 'left: their books or episodes are not here',
}

export const leftoverTexts: Readonly<Record<LeftoverKind, string>> = {
  apiKeys: 'API keys',
  asins: 'books’ ASINs',
  authorDescriptions: 'descriptions of authors',
  authorPictures: 'pictures of authors',
  autoDownloads: 'podcasts that were downloaded by schedule',
  bookmarksOfOthers: 'bookmarks of items that are not there any more',
  bookmarksOfPodcasts: 'bookmarks of podcasts, which name no episode',
  ebookPositions: 'positions in e-books',
  ebooks: 'e-books',
  hiddenFromContinue: 'recordings that were hidden from “Continue listening”',
  metadataProviders: 'own metadata providers',
  openFeeds: 'open RSS feeds',
  playlists: 'playlists',
  positionsOfOthers: 'positions of nobody, or of nothing',
  restrictedUsers: 'users who may see some libraries or tags only, and see all that is public here',
  seriesDescriptions: 'descriptions of series',
  sessions: 'listening sessions and their statistics',
  shares: 'shared links',
  tags: 'books and podcasts with tags',
}

export const reportTexts = {
  dry: 'This was a dry run: nothing was changed. With --apply it is done.',
  applied: 'Done. Running it again changes nothing, and goes on with what was left.',
  leftovers: 'Without a counterpart here, and left:',
  feeds:
    'Feed addresses, which are kept with their podcasts; new episodes come once they are added (Podcasts → Add by feed):',
  oddities: 'Could not be read:',
  refused: 'Not made, as a sound file cannot be taken:',
  coverless:
    'Without their covers, which were not found or are no pictures (--metadata names the metadata folder):',
  tooMany: (count: number) => `Bookmarks: ${count} left: their accounts have as many as they may.`,
  more: (count: number) => `  … and ${count} more (--json lists all)`,
  folder: (path: string, library: string) =>
    `The folder ${path} of the library “${library}” is in no folder of IMPORT_FOLDERS: name it there, or say with --map ${path}=/its/folder/here where it is.`,
} as const

export function textFor(text: Text, isApplied: boolean): string {
  return typeof text === 'string' ? text : text[isApplied ? 1 : 0]
}
