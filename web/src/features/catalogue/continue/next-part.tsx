import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { Link } from '@tanstack/react-router'
import { formatLength } from '../../../lib/format-length.ts'
import { Cover } from '../../../ui/cover/cover.tsx'
import { PlayButton, QueueButton } from '../../player/index.ts'
import { messages } from '../page-messages.ts'
import { Facts } from '../record/facts.tsx'
import { seriesPlace } from '../../../lib/series-place.ts'
import { audioBookTrack, nicknames } from '../tracks.ts'
import card from './continue-card.module.css'
import styles from './listener-shelves.module.css'

/** The next part of a series, with its place there. */
export function NextPart({ book }: { book: AudioBook }) {
  const track = audioBookTrack(book)
  const [part] = book.series
  return (
    <article className={`${card.card} ${styles.part}`}>
      <div className={card.cover}>
        <Cover {...book} shape="square" sizes="92px" />
      </div>
      <div className={styles.words}>
        {part && (
          <p className={`meta ${styles.place}`} dir="auto">
            <span className={card.subtitle}>{part.name}</span>
            {part.sequence !== null && (
              <span className={styles.sequence}>, {seriesPlace(part.sequence)}</span>
            )}
          </p>
        )}
        <h3 className={`title ${card.name}`} dir="auto">
          <Link to="/audio-books/$id" params={{ id: String(book.id) }} className={card.link}>
            {book.name}
          </Link>
        </h3>
        <Facts
          facts={[
            formatLength(book.durationSeconds),
            nicknames(book.authors) || null,
            book.isAvailable ? null : messages.notAvailable,
          ]}
          className={`meta ${card.subtitle}`}
        />
      </div>
      {track && (
        <span className={`${card.play} ${styles.buttons}`}>
          <PlayButton track={track} label={messages.playNamed(book.name)} outlined />
          <QueueButton track={track} kind="audio-book" as="icon" />
        </span>
      )}
    </article>
  )
}
