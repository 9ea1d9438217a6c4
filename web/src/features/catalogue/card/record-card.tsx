import { cardSizes } from '@earmark/contract/cover-images.ts'
import type { Cover as CoverFields } from '@earmark/contract/fields.ts'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Cover } from '../../../ui/cover/cover.tsx'
import { type NewTrack, PlayButton, Progress } from '../../player/index.ts'
import { messages } from '../messages.ts'
import { openCover } from '../open-cover.ts'
import styles from './card.module.css'
import type { CardProps } from './card-props.ts'

interface RecordCardProps extends Omit<CardProps<CoverFields & { name: string }>, 'item'> {
  record: CoverFields & { name: string }
  /** Nicknames, comma separated. */
  people: string
  link: Pick<LinkProps, 'to' | 'params'>
  /** What its button plays; none, no button. */
  track?: NewTrack | null
}

/** Nothing lies on the cover but the play button and how far the listener is; all else is words below. */
export function RecordCard({ record, people, link, track, first, heading: Heading }: RecordCardProps) {
  return (
    <article className={styles.card}>
      <div className={styles.frame}>
        <Cover {...record} people={people} sizes={cardSizes} first={first} />
        {track && <Progress {...track} as="line" />}
        {track && (
          <span className={styles.play}>
            <PlayButton track={track} label={messages.playNamed(record.name)} />
          </span>
        )}
      </div>
      <div className={styles.words}>
        <Heading className={`title ${styles.name}`} dir="auto">
          <Link
            {...link}
            className={styles.link}
            viewTransition
            onClick={(event) => openCover(event.currentTarget)}
          >
            {record.name}
          </Link>
        </Heading>
        <p className={`meta ${styles.people}`} dir="auto">
          {track && <Progress {...track} as="finished" />}
          {people}
        </p>
      </div>
    </article>
  )
}
