import { useQuery } from '@tanstack/react-query'
import { type NewTrack, useEpisodeToResume } from '../../player/index.ts'
import { episode } from '../episode-queries.ts'
import { episodeTrack } from '../tracks.ts'

/**
 * The track of a podcast's episode to resume; null for none. Where neither the page nor this browser knows it (it was begun
 * on another device), that episode alone is fetched.
 *
 * @param shown the page's tracks, which are the newest ones; undefined until they are there
 */
export function useResumedTrack(
  podcast: { id: number; name: string },
  shown: readonly NewTrack[] | undefined,
): NewTrack | null {
  const begun = useEpisodeToResume(podcast.id)
  const known = shown?.find(({ recording }) => recording.id === begun?.id) ?? begun?.track ?? null
  const isAsked = begun !== null && known === null && shown !== undefined
  const { data } = useQuery({ ...episode(podcast.id, begun?.id ?? 0), enabled: isAsked })
  return known ?? (isAsked && data ? episodeTrack(data, podcast) : null)
}
