import type { PodcastDetail } from '@earmark/contract/podcasts.ts'
import { useId } from 'react'
import type { NewTrack } from '../../player/index.ts'
import { messages } from '../messages.ts'
import styles from './episode-list.module.css'
import { EpisodeRow } from './episode-row.tsx'

/** From here on, what is out of sight is not laid out. */
const manyEpisodes = 60

interface EpisodeListProps {
  podcast: PodcastDetail
  /** By episode id; those without audio are not among them. */
  tracks: ReadonlyMap<number, NewTrack>
  list: readonly NewTrack[]
}

export function EpisodeList({ podcast, tracks, list }: EpisodeListProps) {
  const title = useId()
  return (
    <section className={styles.section} aria-labelledby={title}>
      <h2 id={title} className={`title ${styles.title}`}>
        {messages.episodes(podcast.episodes.length)}
      </h2>
      <ol role="list" data-long={podcast.episodes.length > manyEpisodes ? '' : undefined}>
        {podcast.episodes.map((episode) => (
          <li key={episode.id}>
            <EpisodeRow episode={episode} track={tracks.get(episode.id)} list={list} heading="h3" />
          </li>
        ))}
      </ol>
    </section>
  )
}
