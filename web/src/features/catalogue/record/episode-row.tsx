import type { PodcastEpisode } from '@earmark/contract/episodes.ts'
import { Link } from '@tanstack/react-router'
import { type NewTrack, PlayButton, Progress, QueueButton } from '../../player/index.ts'
import { firstLine } from '../description/description-text.ts'
import { messages } from '../messages.ts'
import { Facts } from './facts.tsx'
import styles from './episode-row.module.css'

interface EpisodeRowProps {
  episode: PodcastEpisode
  /** None for an episode without audio. */
  track: NewTrack | undefined
  /** The tracks to play on with: all shown episodes of the podcast. */
  list: readonly NewTrack[]
  /** The level of its name among the page's headings. */
  heading: 'h3' | 'h4'
}

/** An episode among others of its podcast. */
export function EpisodeRow({ episode, track, list, heading: Heading }: EpisodeRowProps) {
  const line = firstLine(episode.description)
  return (
    <div className={styles.row}>
      <span className={styles.play}>
        {track && <PlayButton track={track} list={list} label={messages.playNamed(episode.name)} outlined />}
      </span>
      <div className={styles.words}>
        <Heading className={`title ${styles.name}`} dir="auto">
          <Link
            to="/podcasts/$id/episodes/$episodeId"
            params={{ id: String(episode.podcastId), episodeId: String(episode.id) }}
            className={styles.link}
          >
            {episode.name}
          </Link>
        </Heading>
        <Facts
          facts={[messages.episode(episode.number)]}
          progress={track && <Progress {...track} as="words" />}
          className="meta"
        />
        {line !== '' && (
          <p className={styles.first} dir="auto">
            {line}
          </p>
        )}
      </div>
      {track && (
        <span className={styles.queue}>
          <QueueButton track={track} kind="episode" next compact />
          <QueueButton track={track} kind="episode" compact />
        </span>
      )}
    </div>
  )
}
