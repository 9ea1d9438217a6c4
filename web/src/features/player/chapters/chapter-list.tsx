import type { Chapter } from '@earmark/contract/chapters.ts'
import { Check } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import { formatTime } from '../../../lib/format-time.ts'
import { messages } from '../bar-messages.ts'
import { chapterAt, chapterPlace, secondsLeftIn } from './chapter-times.ts'
import { useCurrentTrack, usePlayer, usePosition } from '../player.ts'
import { useStoredPosition } from '../positions/hooks.ts'
import type { RecordingRef } from '../reducer/state.ts'
import styles from './chapter-list.module.css'

interface ChapterListProps {
  recording: RecordingRef
  chapters: readonly Chapter[]
  /** Scrolls to the listener's chapter at first. */
  scrolls?: boolean
  onPlay: (position: number) => void
}

/** Each chapter is a button that plays from there. */
export function ChapterList({ recording, chapters, scrolls = false, onPlay }: ChapterListProps) {
  const { index, left } = usePlace(recording, chapters)
  const list = useRef<HTMLOListElement>(null)

  useEffect(() => {
    if (scrolls) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [scrolls])

  return (
    <ol ref={list} className={styles.list}>
      {chapters.map((chapter, place) => (
        <Row
          key={chapter.startSeconds}
          chapter={chapter}
          number={place + 1}
          left={place === index ? left : null}
          isHeard={place < index}
          onPlay={onPlay}
        />
      ))}
    </ol>
  )
}

interface RowProps {
  chapter: Chapter
  number: number
  /** In the listener's chapter; empty while its end is unknown. */
  left: string | null
  isHeard: boolean
  onPlay: (position: number) => void
}

const Row = memo(function Row({ chapter, number, left, isHeard, onPlay }: RowProps): ReactNode {
  const { startSeconds, endSeconds, title } = chapter
  const length = endSeconds === null ? null : formatTime(endSeconds - startSeconds)
  const name = title || messages.chapter(number)
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.row}
        aria-current={left === null ? undefined : 'true'}
        data-heard={isHeard ? '' : undefined}
        aria-label={messages.playChapter(number, name, formatTime(startSeconds), length)}
        onClick={() => onPlay(startSeconds)}
      >
        <span className={styles.number}>{isHeard ? <Check size={16} aria-hidden="true" /> : number}</span>
        <span className={styles.name} dir="auto" title={name}>
          {name}
        </span>
        <span className={styles.start}>{formatTime(startSeconds)}</span>
        <span className={styles.length}>{left ? messages.timeLeft(left, null) : length}</span>
      </button>
    </li>
  )
})

/** The listener's chapter, -1 for none, and what is left of it as a clock, empty while that is unknown. */
function usePlace(recording: RecordingRef, chapters: readonly Chapter[]): { index: number; left: string } {
  const current = useCurrentTrack()?.recording
  const isCurrent = current?.kind === recording.kind && current.id === recording.id
  const isLoaded = usePlayer(({ media }) => media === 'ready' || media === 'loading')
  const heard = usePosition((ticks) => (isCurrent && isLoaded ? Math.floor(ticks.position) : null))
  const stored = useStoredPosition(recording, (kept) =>
    kept === null || kept.finished ? null : Math.floor(kept.position),
  )
  const position = heard ?? stored
  if (position === null) return { index: -1, left: '' }
  const index = chapterAt(chapters, position)
  const left = secondsLeftIn(chapterPlace(chapters, position))
  return { index, left: left === null ? '' : formatTime(left) }
}
