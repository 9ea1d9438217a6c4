import { useId } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { playMoment } from '../moments/play-moment.ts'
import type { NewTrack } from '../reducer/state.ts'
import { BookmarkRows } from './bookmark-rows.tsx'
import { messages } from './messages.ts'
import styles from './record-bookmarks.module.css'
import { useBookmarks } from './shown.ts'

export interface RecordBookmarksProps {
  track: NewTrack
  /** Fetches the rest of the queue. */
  list?: () => Promise<readonly NewTrack[]>
}

/** The own bookmarks of a recording on its page; nothing without any. */
export function RecordBookmarks({ track, list }: RecordBookmarksProps) {
  const { shown, isError, refetch } = useBookmarks(track.recording)
  const id = useId()
  if (isError)
    return (
      <p role="alert" className={styles.failed}>
        {messages.failed} <Button onClick={() => void refetch()}>{messages.tryAgain}</Button>
      </p>
    )
  if (shown === undefined || shown.length === 0) return null
  return (
    <section aria-labelledby={id} className={styles.bookmarks}>
      <h2 id={id} className={styles.heading}>
        {messages.bookmarks}
      </h2>
      <BookmarkRows bookmarks={shown} onPlay={(moment) => playMoment(track, moment, list)} />
    </section>
  )
}
