import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { messages } from '../bar-messages.ts'
import { usePlayer } from '../player.ts'
import { endedBy } from '../reducer/chapters.ts'
import { isCurrent, type NewTrack } from '../reducer/state.ts'
import { ChapterList } from './chapter-list.tsx'
import { playFrom } from './play-from.ts'
import { chaptersOf } from './queries.ts'
import styles from './record-chapters.module.css'

interface RecordChaptersProps {
  track: NewTrack
  count: number
  /** Fetches the rest of the queue. */
  list?: () => Promise<readonly NewTrack[]>
}

/** The chapters of a recording on its page: folded until it plays, or as the listener wants. */
export function RecordChapters({ track, count, list }: RecordChaptersProps) {
  const plays = usePlayer((state) => state.playing && isCurrent(state, track))
  const [open, setOpen] = useState<boolean | null>(null)
  if (plays && open === null) setOpen(true)

  return (
    <details
      className={styles.chapters}
      open={open ?? false}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={styles.summary}>{messages.countedChapters(count)}</summary>
      {open && <Listed track={track} onPlay={(position) => playFrom(track, position, list)} />}
    </details>
  )
}

function Listed({ track, onPlay }: { track: NewTrack; onPlay: (position: number) => void }) {
  const { data, isError, refetch } = useQuery(chaptersOf(track.recording))
  const duration = usePlayer((state) => (isCurrent(state, track) ? state.duration : null))
  if (isError)
    return (
      <p role="alert" className={styles.failed}>
        {messages.chaptersFailed} <Button onClick={() => void refetch()}>{messages.tryAgain}</Button>
      </p>
    )
  if (data === undefined) return <p role="status">{messages.loading}</p>
  const chapters = endedBy(data.chapters, duration)
  return <ChapterList recording={track.recording} chapters={chapters} as="page" onPlay={onPlay} />
}
