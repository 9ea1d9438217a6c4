import type { FoundEpisode } from '@earmark/contract/search.ts'
import { Link } from '@tanstack/react-router'
import { formatLength } from '../../../lib/format-length.ts'
import { Cover } from '../../../ui/cover/cover.tsx'
import { PlayButton } from '../../player/index.ts'
import { messages } from '../page-messages.ts'
import { EpisodeMenu, holdable } from '../record/episode-menu.tsx'
import { Facts } from '../record/facts.tsx'
import { episodeTrack } from '../tracks.ts'
import styles from './found-items.module.css'

/** Episodes of any podcasts, each with the name of its own. */
export function EpisodesFound({ episodes }: { episodes: readonly FoundEpisode[] }) {
  return (
    <ul role="list" className={styles.rows}>
      {episodes.map((episode) => (
        <EpisodeFound key={episode.id} episode={episode} />
      ))}
    </ul>
  )
}

function EpisodeFound({ episode }: { episode: FoundEpisode }) {
  const { id, podcastId, podcastName, name, durationSeconds } = episode
  const track = episodeTrack(episode, { id: podcastId, name: podcastName })
  return (
    <li>
      <article className={styles.row} {...holdable}>
        <Cover {...episode} shape="square" sizes="56px" className={styles.cover} />
        <div className={styles.words}>
          <h3 className={`title ${styles.name}`} dir="auto">
            <Link
              to="/podcasts/$id/episodes/$episodeId"
              params={{ id: String(podcastId), episodeId: String(id) }}
              className={styles.link}
            >
              {name}
            </Link>
          </h3>
          <Facts
            facts={[podcastName, messages.episode(episode), formatLength(durationSeconds)]}
            className={`meta ${styles.facts}`}
          />
        </div>
        {track && (
          <span className={styles.actions}>
            <span className={styles.play}>
              <PlayButton track={track} label={messages.playNamed(name)} outlined />
            </span>
            <EpisodeMenu track={track} />
          </span>
        )}
      </article>
    </li>
  )
}
