/** What tells the two catalogue lists apart; everything else about them is the same. */
import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { PagedResult } from '@earmark/contract/paging.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import type { ComponentType } from 'react'
import type { ApiQuery } from '../../../lib/query-client.ts'
import { AudioBookCard } from '../card/audio-book-card.tsx'
import type { CardProps } from '../card/card-props.ts'
import { PodcastCard } from '../card/podcast-card.tsx'
import { audioBookListMessages, type ListMessages, podcastListMessages } from '../messages.ts'
import { audioBookPage, type ListQuery, podcastPage, type SortField } from './list-queries.ts'

export interface ListKind<Item extends { id: number }> {
  path: '/audio-books' | '/podcasts'
  messages: ListMessages
  page: (query: ListQuery) => ApiQuery<PagedResult<Item, SortField>>
  Card: ComponentType<CardProps<Item>>
}

export const audioBookList: ListKind<AudioBook> = {
  path: '/audio-books',
  messages: audioBookListMessages,
  page: audioBookPage,
  Card: AudioBookCard,
}

export const podcastList: ListKind<Podcast> = {
  path: '/podcasts',
  messages: podcastListMessages,
  page: podcastPage,
  Card: PodcastCard,
}
