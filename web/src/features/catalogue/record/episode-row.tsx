import type { PodcastEpisode } from '@earmark/contract/episodes.ts'
import { Link } from '@tanstack/react-router'
import { formatDay } from '../../../lib/format-day.ts'
import { type NewTrack, PlayButton, Progress, QueueButton } from '../../player/index.ts'
import { firstLine } from '../description/description-text.ts'
import { messages } from '../page-messages.ts'
import { EpisodeMenu, holdable } from './episode-menu.tsx'
import { Facts } from './facts.tsx'
import { NewMark } from './new-mark.tsx'
import { factMessages } from './tags.tsx'
import styles from './episode-row.module.css'

interface EpisodeRowProps {
  episode: PodcastEpisode
  /** None for an episode without audio. */
  track: NewTrack | undefined
  /** The tracks to play on with: all shown episodes of the podcast, or what fetches them. */
  list: readonly NewTrack[] | (() => Promise<readonly NewTrack[]>)
  /** The level of its name among the page's headings. */
  heading: 'h3' | 'h4'
  /** It became public since its podcast was followed, and is neither begun nor finished. */
  isNew: boolean
  /** Its height is fixed. */
  isClamped?: boolean
}

/** An episode among others of its podcast. */
export function EpisodeRow({ episode, track, list, heading: Heading, isNew, isClamped }: EpisodeRowProps) {
  const line = firstLine(episode.description)
  return (
    <div className={styles.row} data-clamped={isClamped ? '' : undefined} {...holdable}>
      <span className={styles.play}>
        {track && (
          <>
            <PlayButton track={track} list={list} label={messages.playNamed(episode.name)} outlined />
            <Progress {...track} as="ring" />
          </>
        )}
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
          first={isNew && <NewMark publishedAt={episode.publishedAt} />}
          facts={[
            episode.publishedAt === null || isNew ? null : formatDay(episode.publishedAt),
            episode.season === null ? null : factMessages.season(episode.season),
            messages.episode(episode),
            factMessages.types[episode.episodeType],
          ]}
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
        <span className={styles.actions}>
          <span className={styles.queue}>
            <QueueButton track={track} kind="episode" next as="icon" />
            <QueueButton track={track} kind="episode" as="icon" />
          </span>
          <EpisodeMenu track={track} />
        </span>
      )}
    </div>
  )
}
