import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { audioBookCardSizes } from '@earmark/contract/cover-images.ts'
import { Link } from '@tanstack/react-router'
import { Cover } from '../../../ui/cover/cover.tsx'
import { PlayButton, Progress } from '../../player/index.ts'
import { messages } from '../messages.ts'
import { openCover } from '../open-cover.ts'
import { nicknames } from '../people.ts'
import { audioBookTrack } from '../tracks.ts'
import styles from './card.module.css'
import type { CardProps } from './card-props.ts'

export function AudioBookCard({ item: book, first, heading: Heading }: CardProps<AudioBook>) {
  const track = audioBookTrack(book)
  return (
    <article className={styles.card} data-kind="audio-book">
      <div className={styles.frame}>
        <Cover {...book} sizes={audioBookCardSizes} first={first} />
        {track && <Progress {...track} as="line" />}
        {track && (
          <span className={styles.play}>
            <PlayButton track={track} label={messages.playNamed(book.name)} size="small" />
          </span>
        )}
      </div>
      <div className={styles.words}>
        <Heading className={`title ${styles.name}`} dir="auto">
          <Link
            to="/audio-books/$id"
            params={{ id: String(book.id) }}
            className={styles.link}
            viewTransition
            onClick={(event) => openCover(event.currentTarget)}
          >
            {book.name}
          </Link>
        </Heading>
        <p className={`meta ${styles.people}`} dir="auto">
          {nicknames(book.readers)}
        </p>
      </div>
    </article>
  )
}
