import type { AudioBook } from '@earmark/contract/audio-books.ts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense, useId } from 'react'
import { buttonClass } from '../../../ui/button/button.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { followsQuery, libraryQuery } from '../library-query.ts'
import { messages } from '../messages.ts'
import { myLibrary } from '../my-library-link.tsx'
import styles from './library-page.module.css'
import { AddOwnFeedButton } from './add-own-feed-button.tsx'
import { LibrarySkeleton } from './library-skeleton.tsx'
import { audioBooksOf, type PodcastGroup, podcastGroupsOf } from './podcast-groups.ts'

/** How the catalogue shows its records; handed in, because a library knows nothing of the catalogue. */
export interface LibraryParts {
  AudioBooks: ComponentType<{ books: readonly AudioBook[] }>
  Podcasts: ComponentType<{ groups: readonly PodcastGroup[] }>
}

export function LibraryPage(parts: LibraryParts) {
  return (
    <Page title={myLibrary}>
      <div className={styles.top}>
        <h1 className={`title ${styles.title}`} tabIndex={-1}>
          {myLibrary}
        </h1>
        <div className={styles.actions}>
          <AddOwnFeedButton />
          <Link to="/my-library/bookmarks" className={buttonClass}>
            {messages.bookmarks}
          </Link>
        </div>
      </div>
      <Suspense fallback={<LibrarySkeleton />}>
        <Sections {...parts} />
      </Suspense>
    </Page>
  )
}

function Sections({ AudioBooks, Podcasts }: LibraryParts) {
  const { data: entries } = useSuspenseQuery(libraryQuery)
  const books = audioBooksOf(entries)
  // What is new changes by listening, too.
  const { data: follows } = useQuery({ ...followsQuery, refetchOnMount: 'always' })
  const groups = podcastGroupsOf(entries, follows)
  return (
    <>
      <Section title={messages.audioBooks} count={books.length}>
        {books.length > 0 ? (
          <AudioBooks books={books} />
        ) : (
          <Empty text={messages.noAudioBooks}>
            <Link to="/audio-books" className={buttonClass}>
              {messages.browseAudioBooks}
            </Link>
          </Empty>
        )}
      </Section>
      <Section title={messages.podcasts} count={groups.length}>
        {groups.length > 0 ? (
          <Podcasts groups={groups} />
        ) : (
          <Empty text={messages.noPodcasts}>
            <Link to="/podcasts" className={buttonClass}>
              {messages.browsePodcasts}
            </Link>
          </Empty>
        )}
      </Section>
    </>
  )
}

function Section({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={`title ${styles.heading}`}>
          {title}
        </h2>
        {count > 0 && <p className={`number ${styles.count}`}>{count}</p>}
      </div>
      {children}
    </section>
  )
}

/** One sentence with one link. */
function Empty({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{text}</p>
      {children}
    </div>
  )
}
