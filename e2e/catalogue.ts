import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { PodcastEpisode } from '@earmark/contract/episodes.ts'
import type { Podcast, PodcastDetail } from '@earmark/contract/podcasts.ts'

/** The sample catalogue as the running server has it. Journeys know its records by name. */
export interface Catalogue {
  books: readonly AudioBook[]
  podcasts: readonly PodcastDetail[]
  creatorIds: readonly number[]
  seriesIds: readonly number[]
  collectionIds: readonly number[]
  book: (name: string) => AudioBook & { path: string }
  podcast: (name: string) => PodcastDetail & { path: string }
  episode: (name: string) => PodcastEpisode & { path: string }
}

export async function readCatalogue(url: string): Promise<Catalogue> {
  const books = await read<AudioBook[]>(`${url}/api/audio-books`)
  const idsOf = async (kind: string) =>
    (await read<{ id: number }[]>(`${url}/api/${kind}`)).map(({ id }) => id)
  const listed = await read<Podcast[]>(`${url}/api/podcasts`)
  const podcasts = await Promise.all(listed.map(({ id }) => read<PodcastDetail>(`${url}/api/podcasts/${id}`)))
  return {
    books,
    podcasts,
    creatorIds: await idsOf('creators'),
    seriesIds: await idsOf('series'),
    collectionIds: await idsOf('collections'),
    book(name) {
      const book = named(books, name)
      return { ...book, path: `/audio-books/${book.id}` }
    },
    podcast(name) {
      const podcast = named(podcasts, name)
      return { ...podcast, path: `/podcasts/${podcast.id}` }
    },
    episode(name) {
      const episodes = podcasts.flatMap((podcast) => podcast.episodes)
      const episode = named(episodes, name)
      return { ...episode, path: `/podcasts/${episode.podcastId}/episodes/${episode.id}` }
    },
  }
}

async function read<Answer>(url: string): Promise<Answer> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return (await response.json()) as Answer
}

function named<Item extends { name: string }>(items: readonly Item[], name: string): Item {
  const found = items.find((item) => item.name === name)
  if (!found) throw new Error(`The sample catalogue has no “${name}”`)
  return found
}
