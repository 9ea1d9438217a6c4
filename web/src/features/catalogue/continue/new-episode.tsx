import type { PodcastEpisode } from '@earmark/contract/episodes.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import { Link } from '@tanstack/react-router'
import { formatLength } from '../../../lib/format-length.ts'
import { Cover } from '../../../ui/cover/cover.tsx'
import { PlayButton } from '../../player/index.ts'
import { messages } from '../page-messages.ts'
import { EpisodeMenu, holdable } from '../record/episode-menu.tsx'
import { Facts } from '../record/facts.tsx'
import { NewMark } from '../record/new-mark.tsx'
import { entryTrack } from './entry-track.ts'
import card from './continue-card.module.css'
import styles from './listener-shelves.module.css'

/** An episode that is new since its podcast was followed. */
export function NewEpisode({ podcast, episode }: { podcast: Podcast; episode: PodcastEpisode }) {
  const track = entryTrack({ audioBook: null, podcast, podcastEpisode: episode })
  return (
    <article className={styles.episode} {...holdable}>
      <div className={card.cover}>
        <Cover {...episode} shape="square" sizes="56px" />
      </div>
      <div className={styles.words}>
        <h3 className={`title ${card.name}`} dir="auto">
          <Link
            to="/podcasts/$id/episodes/$episodeId"
            params={{ id: String(podcast.id), episodeId: String(episode.id) }}
            className={card.link}
          >
            {episode.name}
          </Link>
        </h3>
        <Facts
          first={<NewMark publishedAt={episode.publishedAt} />}
          facts={[podcast.name, formatLength(episode.durationSeconds)]}
          className={`meta ${card.subtitle}`}
        />
      </div>
      {track && (
        <span className={styles.actions}>
          <span className={card.play}>
            <PlayButton track={track} label={messages.playNamed(episode.name)} outlined />
          </span>
          <EpisodeMenu track={track} />
        </span>
      )}
    </article>
  )
}
