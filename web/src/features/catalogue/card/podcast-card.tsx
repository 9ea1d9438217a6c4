import type { Podcast } from '@earmark/contract/podcasts.ts'
import { podcastCardSizes } from '@earmark/contract/cover-images.ts'
import { Link } from '@tanstack/react-router'
import { Cover } from '../../../ui/cover/cover.tsx'
import { firstLine } from '../description/description-text.ts'
import { messages } from '../messages.ts'
import { openCover } from '../open-cover.ts'
import { nicknames } from '../people.ts'
import styles from './card.module.css'
import type { CardProps } from './card-props.ts'

export function PodcastCard({ item: podcast, first, heading: Heading }: CardProps<Podcast>) {
  const line = firstLine(podcast.description)
  return (
    <article className={styles.card} data-kind="podcast">
      <div className={styles.frame}>
        <Cover {...podcast} sizes={podcastCardSizes} first={first} />
      </div>
      <div className={styles.words}>
        <Heading className={`title ${styles.name}`} dir="auto">
          <Link
            to="/podcasts/$id"
            params={{ id: String(podcast.id) }}
            className={styles.link}
            viewTransition
            onClick={(event) => openCover(event.currentTarget)}
          >
            {podcast.name}
          </Link>
        </Heading>
        <p className={`meta ${styles.people}`} dir="auto">
          {nicknames(podcast.voicers)}
        </p>
        <p className={`meta number ${styles.more}`}>{messages.episodes(podcast.episodesCount)}</p>
        {line !== '' && (
          <p className={styles.blurb} dir="auto">
            {line}
          </p>
        )}
      </div>
    </article>
  )
}
