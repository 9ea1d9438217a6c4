import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { PodcastEpisode } from '@earmark/contract/episodes.ts'
import type { Follow } from '@earmark/contract/follows.ts'
import type { LibraryEntry } from '@earmark/contract/library.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'

/** A podcast with those of its episodes that are in the library, by number. */
export interface PodcastGroup {
  readonly podcast: Podcast
  readonly episodes: readonly PodcastEpisode[]
  /** Of a podcast that is followed. */
  readonly newEpisodeIds: readonly number[]
}

export function audioBooksOf(entries: readonly LibraryEntry[]): AudioBook[] {
  return entries.flatMap(({ audioBook }) => audioBook ?? [])
}

/**
 * In the order of the entries: the podcast that was added to last comes first. Followed ones without entries come behind
 * them.
 */
export function podcastGroupsOf(
  entries: readonly LibraryEntry[],
  follows: readonly Follow[] = [],
): PodcastGroup[] {
  const groups = new Map<number, { podcast: Podcast; episodes: PodcastEpisode[] }>()
  for (const { podcast, podcastEpisode } of entries) {
    if (podcast === null || podcastEpisode === null) continue
    const group = groups.get(podcast.id)
    if (group) group.episodes.push(podcastEpisode)
    else groups.set(podcast.id, { podcast, episodes: [podcastEpisode] })
  }
  for (const { podcast } of follows)
    if (!groups.has(podcast.id)) groups.set(podcast.id, { podcast, episodes: [] })
  for (const { episodes } of groups.values()) episodes.sort((one, other) => one.number - other.number)
  const newIds = new Map(follows.map(({ podcast, newEpisodeIds }) => [podcast.id, newEpisodeIds]))
  return [...groups].map(([id, group]) => ({ ...group, newEpisodeIds: newIds.get(id) ?? [] }))
}
