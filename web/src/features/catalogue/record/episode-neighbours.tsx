import type { EpisodeOverview, EpisodeSummary } from '@earmark/contract/episodes.ts'
import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { messages } from '../page-messages.ts'
import styles from './episode-neighbours.module.css'

export function EpisodeNeighbours({ episode }: { episode: EpisodeOverview }) {
  const { previous, next } = episode
  if (previous === null && next === null) return null
  return (
    <nav className={styles.neighbours} aria-label={messages.neighbours}>
      {previous && <Neighbour podcastId={episode.podcastId} episode={previous} direction="previous" />}
      {next && <Neighbour podcastId={episode.podcastId} episode={next} direction="next" />}
    </nav>
  )
}

interface NeighbourProps {
  podcastId: number
  episode: EpisodeSummary
  direction: 'previous' | 'next'
}

function Neighbour({ podcastId, episode, direction }: NeighbourProps) {
  const Chevron = direction === 'previous' ? ChevronLeft : ChevronRight
  return (
    <Link
      to="/podcasts/$id/episodes/$episodeId"
      params={{ id: String(podcastId), episodeId: String(episode.id) }}
      className={styles.neighbour}
      data-direction={direction}
    >
      <Chevron size={20} aria-hidden="true" />
      <span className={styles.words}>
        <span className="meta">
          {direction === 'previous' ? messages.previousEpisode : messages.nextEpisode}
        </span>
        <span className={`title ${styles.name}`} dir="auto">
          {episode.name}
        </span>
      </span>
    </Link>
  )
}
