import type { PodcastDetail } from '@earmark/contract/podcasts.ts'
import { useId } from 'react'
import { AddToQueueButton, PlayAllButton } from '../../player/index.ts'
import { messages } from '../messages.ts'
import { podcastTracks } from '../tracks.ts'
import styles from './episode-list.module.css'
import { EpisodeRow } from './episode-row.tsx'

/** From here on, what is out of sight is not laid out. */
const manyEpisodes = 60

export function EpisodeList({ podcast }: { podcast: PodcastDetail }) {
  const title = useId()
  const tracks = podcastTracks(podcast)
  const list = [...tracks.values()]
  return (
    <section className={styles.section} aria-labelledby={title}>
      <div className={styles.head}>
        <h2 id={title} className={`title ${styles.title}`}>
          {messages.episodes(podcast.episodes.length)}
        </h2>
        {list.length > 0 && (
          <div className={styles.actions}>
            <PlayAllButton tracks={list} />
            <AddToQueueButton track={list} kind="podcast" />
          </div>
        )}
      </div>
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
