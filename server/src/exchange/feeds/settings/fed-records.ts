import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { Cover } from '@earmark/contract/fields.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import { listEditedAudioBooks } from '../../../catalogue/audio-books/audio-books.queries.ts'
import { findEditedPodcast } from '../../../catalogue/podcasts/podcasts.queries.ts'
import type { Connection } from '../../../db/engine/dialect.ts'
import { mediaKeyOf } from '../../../media/content-type.ts'
import type { FedKind } from './feed-rows.queries.ts'

/** What of a record stands in its feed where an editor has set nothing else. */
export interface FedRecord {
  readonly id: number
  readonly language: string | null
  readonly isExplicit: boolean
  /** Genres or categories. */
  readonly subjects: readonly string[]
  readonly author: string | null
  readonly type: 'episodic' | 'serial'
}

export function fedPodcast(podcast: Podcast): FedRecord {
  const author = podcast.voicers.map(({ nickname }) => nickname).join(', ') || null
  // One that is heard from its beginning on.
  const type = podcast.episodeOrder === 'Oldest' ? 'serial' : 'episodic'
  return { ...podcast, subjects: podcast.categories, author, type }
}

export function fedAudioBook(book: AudioBook): FedRecord {
  const author = book.authors.map(({ nickname }) => nickname).join(', ') || null
  return { ...book, subjects: book.genres, author, type: 'serial' }
}

export type EditedFed = FedRecord &
  Cover & { readonly description: string | null; readonly createdAt: string }

/** Whether public or not. */
export async function findFedRecord(
  connection: Connection,
  kind: FedKind,
  id: number,
): Promise<EditedFed | undefined> {
  if (kind === 'podcast') {
    const podcast = await findEditedPodcast(connection, id)
    return podcast && { ...podcast, ...fedPodcast(podcast) }
  }
  const [book] = await listEditedAudioBooks(connection, [id])
  return book && { ...book, ...fedAudioBook(book) }
}

export function coverKeyOf({ coverImageUrl }: Pick<Cover, 'coverImageUrl'>): string | null {
  return coverImageUrl === null ? null : mediaKeyOf(coverImageUrl.slice('/media/'.length))
}
