import type { AudioBook } from '@earmark/contract/audio-books.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { Cover } from '../../../ui/cover/cover.tsx'
import { NearView } from '../../../ui/near-view/near-view.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { type NewTrack, PlayButton, Progress, QueueButton } from '../../player/index.ts'
import type { Listed } from '../list/list-kinds.ts'
import { partsOf } from '../list/record-grid.tsx'
import { messages } from '../page-messages.ts'
import { audioBookTrack, nicknames } from '../tracks.ts'
import { groupMessages } from './messages.ts'
import styles from './work-list.module.css'

const rowsAtOnce = 20
const coverSizes = '(min-width: 760px) 84px, 60px'

/** An audio book or a podcast among others. */
export interface Work {
  readonly item: Listed
  readonly link: Pick<LinkProps, 'to' | 'params'>
  readonly people: string
  /** None for a podcast, and for an audio book without audio. */
  readonly track: NewTrack | null
  /** In place of a length. */
  readonly fact?: string | undefined
  /** Before it, in large letters. */
  readonly sequence?: string | null
}

export function bookWork(book: AudioBook, sequence?: string | null): Work {
  return {
    item: book,
    link: { to: '/audio-books/$id', params: { id: String(book.id) } },
    people: book.readers.length === 0 ? '' : groupMessages.readBy(nicknames(book.readers)),
    track: audioBookTrack(book),
    fact: book.isAvailable ? undefined : messages.notAvailable,
    ...(sequence !== undefined && { sequence }),
  }
}

export function podcastWork(podcast: Podcast): Work {
  return {
    item: podcast,
    link: { to: '/podcasts/$id', params: { id: String(podcast.id) } },
    people: nicknames(podcast.voicers),
    track: null,
    fact: messages.episodes(podcast.episodesCount),
  }
}

interface WorkListProps {
  works: readonly Work[]
  /** The one to go on with. */
  next?: Work | undefined
}

/** Rows that are drawn as they come near. */
export function WorkList({ works, next }: WorkListProps) {
  const tracks = works.flatMap(({ track }) => track ?? [])
  return (
    <ol role="list" className={styles.list}>
      {partsOf(works, rowsAtOnce).map((part, place) => (
        <NearView
          key={part[0] && workKey(part[0])}
          initially={place === 0}
          placeholder={<div className={styles.ghost} style={{ '--rows': part.length } as CSSProperties} />}
        >
          {() =>
            part.map((work) => (
              <li key={workKey(work)}>
                <WorkRow work={work} list={tracks} isNext={work === next} />
              </li>
            ))
          }
        </NearView>
      ))}
    </ol>
  )
}

const workKey = ({ item, link }: Work) => `${link.to} ${item.id}`

interface WorkRowProps {
  work: Work
  /** The tracks to play on with. */
  list: readonly NewTrack[]
  isNext: boolean
}

/** The longest sequence that stands in large letters. */
const shortSequence = 4

function WorkRow({ work, list, isNext }: WorkRowProps) {
  const { item, link, people, track, fact, sequence } = work
  return (
    <article className={styles.row}>
      {sequence !== undefined && (
        <span
          className={`title ${styles.sequence}`}
          dir="auto"
          data-long={(sequence ?? '').length > shortSequence ? '' : undefined}
        >
          {sequence !== null && <VisuallyHidden>{groupMessages.book} </VisuallyHidden>}
          {sequence}
        </span>
      )}
      {/* The words beside it say how far the listener is. */}
      <span className={styles.cover} aria-hidden="true">
        <Cover {...item} sizes={coverSizes} />
        {track && <Progress {...track} as="line" />}
      </span>
      <div className={styles.words}>
        <h2 className={`title ${styles.name}`} dir="auto">
          <Link {...link} className={styles.link}>
            {item.name}
          </Link>
        </h2>
        {people !== '' && (
          <p className={`meta ${styles.people}`} dir="auto">
            {people}
          </p>
        )}
        <p className="meta number">
          {fact}
          {track && <Progress {...track} as="words" />}
          {isNext && <strong className={styles.next}> · {groupMessages.next}</strong>}
        </p>
      </div>
      {track && (
        <span className={styles.actions}>
          <span className={styles.queue}>
            <QueueButton track={track} kind="audio-book" as="icon" />
          </span>
          <PlayButton track={track} list={list} label={messages.playNamed(item.name)} outlined />
        </span>
      )}
    </article>
  )
}
