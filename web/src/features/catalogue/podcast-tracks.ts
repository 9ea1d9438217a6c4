import type { NewTrack } from '../player/index.ts'
import { episodeTrack, type Playable } from './tracks.ts'

/** A podcast's tracks by episode id, in the order of the episodes; those without audio are not among them. */
export function podcastTracks(
  podcast: { id: number; name: string },
  episodes: readonly Playable[],
): ReadonlyMap<number, NewTrack> {
  const tracks = episodes.map((episode) => [episode.id, episodeTrack(episode, podcast)] as const)
  return new Map(tracks.filter((entry): entry is [number, NewTrack] => entry[1] !== null))
}
