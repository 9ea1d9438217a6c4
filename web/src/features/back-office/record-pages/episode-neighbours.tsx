import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { buttonClass } from '../../../ui/button/button.tsx'
import styles from './episode-neighbours.module.css'
import { messages } from '../records/messages.ts'
import type { SavedEpisode } from '../records/record-calls.ts'

/** Links to the forms of the episodes numbered one less and one more. */
export function EpisodeNeighbours({ episode }: { episode: SavedEpisode }) {
  const { previous, next } = episode
  if (!previous && !next) return null
  const paramsOf = ({ id }: { id: number }) => ({ id: String(episode.podcastId), episodeId: String(id) })
  return (
    <nav className={styles.neighbours} aria-label={messages.neighbours}>
      {previous && (
        <Link
          to="/edit/podcasts/$id/episodes/$episodeId"
          params={paramsOf(previous)}
          className={buttonClass}
          title={previous.name}
        >
          <ChevronLeft size={18} aria-hidden="true" />
          {messages.previousEpisode}
        </Link>
      )}
      {next && (
        <Link
          to="/edit/podcasts/$id/episodes/$episodeId"
          params={paramsOf(next)}
          className={buttonClass}
          title={next.name}
        >
          {messages.nextEpisode}
          <ChevronRight size={18} aria-hidden="true" />
        </Link>
      )}
    </nav>
  )
}
