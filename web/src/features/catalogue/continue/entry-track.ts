import type { PositionEntry } from '@earmark/contract/positions.ts'
import type { NewTrack } from '../../player/index.ts'
import { audioBookTrack, episodeTrack } from '../tracks.ts'

/** The track of a position's recording, or of one on a shelf. */
export function entryTrack({
  audioBook,
  podcast,
  podcastEpisode,
}: Pick<PositionEntry, 'audioBook' | 'podcast' | 'podcastEpisode'>): NewTrack | null {
  if (audioBook !== null) return audioBookTrack(audioBook)
  return podcast && podcastEpisode && episodeTrack(podcastEpisode, podcast)
}
