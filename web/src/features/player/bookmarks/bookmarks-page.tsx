import { type BookmarkedRecord, exportFormats } from '@earmark/contract/bookmarks.ts'
import { foldText } from '@earmark/contract/fold.ts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Breadcrumb } from '../../../ui/breadcrumb/breadcrumb.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Cover } from '../../../ui/cover/cover.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { SearchField } from '../../../ui/search-field/search-field.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import { playMoment } from '../moments/play-moment.ts'
import type { NewTrack, RecordingRef } from '../reducer/state.ts'
import { BookmarkRows, pageOf } from './bookmark-rows.tsx'
import styles from './bookmarks-page.module.css'
import { download } from './download.ts'
import { messages } from './messages.ts'
import { type Shown, useBookmarks } from './shown.ts'

interface BookmarksPageProps {
  /** What plays a recording; handed in, because the player knows nothing of the catalogue. */
  trackOf: (recording: RecordingRef) => Promise<NewTrack | null>
  /** The link to My Library. */
  parent: ReactNode
}

/** All bookmarks of the account, by work, the one marked last first. */
export function BookmarksPage({ trackOf, parent }: BookmarksPageProps) {
  const { shown, isError, refetch } = useBookmarks(null)
  const [term, setTerm] = useState('')
  const works = worksOf(shown ?? [], term)

  async function play({ recording, startSeconds, endSeconds }: Shown) {
    const track = await trackOf(recording).catch(() => null)
    if (track === null) showToast({ type: 'error', message: messages.playingFailed })
    else playMoment(track, { startSeconds, endSeconds })
  }

  return (
    <Page title={messages.pageTitle}>
      <Breadcrumb current={messages.pageTitle}>{parent}</Breadcrumb>
      <div className={styles.head}>
        <h1 className={`title ${styles.title}`} tabIndex={-1}>
          {messages.pageTitle}
        </h1>
        {shown !== undefined && shown.length > 0 && (
          <>
            <SearchField
              label={messages.search}
              term={term}
              className={styles.search}
              onSearch={setTerm}
              onClear={() => setTerm('')}
            />
            <ExportButtons />
          </>
        )}
      </div>
      {isError && shown === undefined && (
        <p role="alert" className={styles.failed}>
          {messages.failed} <Button onClick={() => void refetch()}>{messages.tryAgain}</Button>
        </p>
      )}
      {!isError && shown === undefined && <p role="status">{messages.loading}</p>}
      {shown?.length === 0 && <p className={styles.none}>{messages.none}</p>}
      {shown !== undefined && shown.length > 0 && works.length === 0 && (
        <p role="status" className={styles.none}>
          {messages.nothingFound(term)}
        </p>
      )}
      {works.map((work) => (
        <section key={work.path} aria-label={work.name} className={styles.work}>
          <h2 className={styles.heading}>
            <Cover name={work.name} {...work.cover} shape="square" sizes="56px" className={styles.cover} />
            <Link to={work.path} className={styles.name} dir="auto">
              {work.name}
              {work.from !== null && <span className={styles.from}>{work.from}</span>}
            </Link>
          </h2>
          <div className={styles.rows}>
            <BookmarkRows bookmarks={work.bookmarks} onPlay={(moment) => void play(moment)} />
          </div>
        </section>
      ))}
    </Page>
  )
}

function ExportButtons() {
  return (
    <div role="group" aria-label={messages.export} className={styles.export}>
      <span aria-hidden="true">{messages.export}</span>
      {exportFormats.map((format) => (
        <Button
          key={format}
          onClick={() => {
            download(format).catch(() => showToast({ type: 'error', message: messages.exportFailed }))
          }}
        >
          {messages.formats[format]}
        </Button>
      ))}
    </div>
  )
}

interface Work {
  path: string
  name: string
  /** The podcast of an episode. */
  from: string | null
  cover: Partial<BookmarkedRecord>
  bookmarks: Shown[]
}

/** Those that a term is found in, by recording; what is not sent yet stands with the others of its recording. */
export function worksOf(shown: readonly Shown[], term: string): Work[] {
  const works = new Map<string, Work & { lastId: number }>()
  for (const one of shown) {
    const path = pageOf(one.recording)
    const record = one.bookmark?.audioBook ?? one.bookmark?.podcastEpisode
    const known = works.get(path)
    const from = one.bookmark?.podcast?.name ?? null
    const fresh = record && { path, name: record.name, from, cover: record, bookmarks: [], lastId: 0 }
    const work = known ?? fresh ?? { path, name: messages.unknown, from, cover: {}, bookmarks: [], lastId: 0 }
    if (known && known.name === messages.unknown && fresh)
      Object.assign(known, { ...fresh, bookmarks: known.bookmarks })
    work.bookmarks.push(one)
    work.lastId = Math.max(work.lastId, one.bookmark?.id ?? Number.MAX_SAFE_INTEGER)
    works.set(path, work)
  }
  const words = foldText(term).split(' ').filter(Boolean)
  return [...works.values()]
    .toSorted((one, other) => other.lastId - one.lastId)
    .map((work) => ({
      ...work,
      bookmarks: work.bookmarks.filter(({ note, chapterTitle }) => {
        const text = foldText(`${note} ${chapterTitle ?? ''} ${work.name} ${work.from ?? ''}`)
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ bookmarks }) => bookmarks.length > 0)
}
