import type { PodcastEpisode } from '@earmark/contract/episodes.ts'
import type { PodcastDetail } from '@earmark/contract/podcasts.ts'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { formatLength } from '../../../lib/format-length.ts'
import {
  AddToQueueButton,
  type NewTrack,
  PlayAllButton,
  PlayButton,
  PlayNextButton,
} from '../../player/index.ts'
import { firstLine } from '../description/description-text.ts'
import { messages } from '../messages.ts'
import { podcastTracks } from '../tracks.ts'
import styles from './episode-list.module.css'

/** From here on, what is out of sight is not laid out. */
const manyEpisodes = 60

export function EpisodeList({ podcast }: { podcast: PodcastDetail }) {
  const title = useId()
  const tracks = podcastTracks(podcast)
  const list = [...tracks.values()]
  return (
    <section className={styles.section} aria-labelledby={title}>
      <div className={styles.head}>
        <h2 id={title} className={styles.title}>
          {messages.episodes(podcast.episodes.length)}
        </h2>
        {list.length > 0 && <PlayAllButton tracks={list} />}
      </div>
      <ol role="list" data-long={podcast.episodes.length > manyEpisodes ? '' : undefined}>
        {podcast.episodes.map((episode) => (
          <li key={episode.id}>
            <EpisodeRow episode={episode} track={tracks.get(episode.id)} list={list} />
          </li>
        ))}
      </ol>
    </section>
  )
}

interface EpisodeRowProps {
  episode: PodcastEpisode
  /** None for an episode without audio. */
  track: NewTrack | undefined
  /** All of the podcast, to go on with. */
  list: readonly NewTrack[]
}

function EpisodeRow({ episode, track, list }: EpisodeRowProps) {
  const meta = [messages.episode(episode.number), formatLength(episode.durationSeconds)]
  const line = firstLine(episode.description)
  return (
    <div className={styles.row}>
      <span className={styles.play}>
        {track && (
          <PlayButton track={track} list={list} label={messages.playNamed(episode.name)} size="small" />
        )}
      </span>
      <div className={styles.words}>
        <p className={styles.meta}>{meta.filter((fact) => fact !== null).join(' · ')}</p>
        <h3 className={styles.name}>
          <Link
            to="/podcasts/$id/episodes/$episodeId"
            params={{ id: String(episode.podcastId), episodeId: String(episode.id) }}
            className={styles.link}
          >
            {episode.name}
          </Link>
        </h3>
        {line !== '' && <p className={styles.first}>{line}</p>}
      </div>
      {track && (
        <span className={styles.queue}>
          <span className={styles.next}>
            <PlayNextButton track={track} kind="episode" compact />
          </span>
          <AddToQueueButton track={track} kind="episode" compact />
        </span>
      )}
    </div>
  )
}
