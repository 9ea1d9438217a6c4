/** The differences between the catalogue's two lists. */
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { Cover } from '@earmark/contract/fields.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import type { LinkProps } from '@tanstack/react-router'
import type { ApiQuery } from '../../../lib/query-client.ts'
import type { NewTrack } from '../../player/index.ts'
import { audioBookListMessages, type ListMessages, messages, podcastListMessages } from '../messages.ts'
import { audioBookPage, type ListFilters, type ListQuery, podcastPage } from '../queries.ts'
import { audioBookTrack, nicknames } from '../tracks.ts'

export type Listed = Cover & { id: number; name: string }

export interface Place {
  name: string
  sequence: string | null
}

interface Card {
  /** Nicknames, comma separated. */
  people: string
  /** The series of an audio book, and its place there. */
  part?: Place | undefined
  link: Pick<LinkProps, 'to' | 'params'>
  /** In the last line. */
  note?: string | false
  /** The recording of its play button; null for a card without one. */
  track: NewTrack | null
}

export interface ListKind<Item extends Listed> {
  path: '/audio-books' | '/podcasts'
  messages: ListMessages
  page: (query: ListQuery, filters?: ListFilters) => ApiQuery<{ items: Item[]; totalCount: number }>
  cardOf: (item: Item) => Card
}

export const audioBookList: ListKind<AudioBook> = {
  path: '/audio-books',
  messages: audioBookListMessages,
  page: audioBookPage,
  cardOf: (book) => ({
    people: nicknames(book.readers),
    part: book.series[0],
    note: !book.isAvailable && messages.notAvailable,
    link: { to: '/audio-books/$id', params: { id: String(book.id) } },
    track: audioBookTrack(book),
  }),
}

export const podcastList: ListKind<Podcast> = {
  path: '/podcasts',
  messages: podcastListMessages,
  page: podcastPage,
  cardOf: ({ id, voicers }) => ({
    people: nicknames(voicers),
    link: { to: '/podcasts/$id', params: { id: String(id) } },
    track: null,
  }),
}
