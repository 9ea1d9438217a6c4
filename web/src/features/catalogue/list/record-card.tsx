import { cardSizes } from '@earmark/contract/cover-images.ts'
import { Link } from '@tanstack/react-router'
import { Cover } from '../../../ui/cover/cover.tsx'
import { PlayButton, Progress } from '../../player/index.ts'
import { messages } from '../messages.ts'
import type { ListKind, Listed, Place } from './list-kinds.ts'
import styles from './record-card.module.css'

interface RecordCardProps<Item extends Listed> {
  kind: ListKind<Item>
  item: Item
  /** The first cover of its page is fetched before all else. */
  first: boolean
  /** The level of its name among the page's headings. */
  heading: 'h2' | 'h3'
  /** In place of its series. */
  part?: Place | undefined
}

/** Only the play button and the progress lie on the cover; everything else is text below it. */
export function RecordCard<Item extends Listed>(props: RecordCardProps<Item>) {
  const { kind, item, first, heading: Heading } = props
  const { people, link, track, note, ...card } = kind.cardOf(item)
  const { part = card.part } = props
  return (
    <article className={styles.card}>
      <div className={styles.frame}>
        <Cover {...item} people={people} sizes={cardSizes} first={first} />
        {track && <Progress {...track} as="line" />}
        {track && (
          <span className={styles.play}>
            <PlayButton track={track} label={messages.playNamed(item.name)} />
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
            {item.name}
          </Link>
        </Heading>
        <p className={`meta ${styles.people}`} dir="auto">
          {track && <Progress {...track} as="finished" />}
          {people}
        </p>
        {part && (
          <p className={`meta ${styles.part}`} dir="auto">
            <span className={styles.people}>{part.name}</span>
            {part.sequence && `\u00a0${part.sequence}`}
          </p>
        )}
        {note && <p className="meta">{note}</p>}
      </div>
    </article>
  )
}

/**
 * The clicked card's cover, which grows into the cover of the page that opens: during the view transition it has the
 * name of the detail page's cover. Two elements of that name would stop the transition.
 */
let opening: HTMLElement | undefined

function openCover(link: Element): void {
  opening?.style.removeProperty('view-transition-name')
  opening = link.closest('article')?.querySelector<HTMLElement>('[data-cover]') ?? undefined
  opening?.style.setProperty('view-transition-name', 'cover')
}
