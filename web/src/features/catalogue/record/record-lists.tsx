import { Suspense } from 'react'
import { type NewTrack, RecordBookmarks, RecordChapters } from '../../player/index.ts'
import styles from './record-lists.module.css'

interface RecordListsProps {
  track: NewTrack
  chaptersCount: number
  /** Fetches the rest of the queue. */
  list?: () => Promise<readonly NewTrack[]>
}

/** A recording's chapters, and beside them what the listener has marked in it. */
export function RecordLists({ track, chaptersCount, list }: RecordListsProps) {
  return (
    <div className={styles.lists}>
      {chaptersCount > 0 && (
        <Suspense>
          <RecordChapters track={track} count={chaptersCount} list={list} />
        </Suspense>
      )}
      <RecordBookmarks track={track} list={list} />
    </div>
  )
}
