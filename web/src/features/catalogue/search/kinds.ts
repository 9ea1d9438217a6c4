import { audioBookList, podcastList } from '../list/list-kinds.ts'
import { searchMessages } from './messages.ts'

/** The kinds of what is found, in the page's order, each with its part of the answer. */
export const kinds = [
  { kind: 'AudioBook', part: 'audioBooks', title: audioBookList.messages.title },
  { kind: 'Podcast', part: 'podcasts', title: podcastList.messages.title },
  { kind: 'Episode', part: 'episodes', title: searchMessages.episodes },
  { kind: 'Series', part: 'series', title: searchMessages.series },
  { kind: 'Creator', part: 'creators', title: searchMessages.people },
] as const

export type FoundKind = (typeof kinds)[number]

export const [bookKind, podcastKind, ...otherKinds] = kinds
