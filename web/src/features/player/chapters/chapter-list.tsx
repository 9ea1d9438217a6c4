import type { Chapter } from '@earmark/contract/chapters.ts'
import { Check, ChevronDown } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatTime } from '../../../lib/format-time.ts'
import { messages } from '../bar-messages.ts'
import { chapterPlace, secondsBetween, secondsLeftIn, shownAround } from './chapter-times.ts'
import { useCurrentTrack, usePlayer, usePosition } from '../player.ts'
import { useStoredPosition } from '../positions/hooks.ts'
import type { RecordingRef } from '../reducer/state.ts'
import styles from './chapter-list.module.css'

interface ChapterListProps {
  recording: RecordingRef
  chapters: readonly Chapter[]
  /** `page`: what is far from the listener's chapter is folded; `popover`: all, scrolled to that one at first. */
  as: 'page' | 'popover'
  onPlay: (position: number) => void
}

/** Each chapter is a button that plays from there. */
export function ChapterList({ recording, chapters, as, onPlay }: ChapterListProps) {
  const place = usePlace(recording, chapters)
  const [isUnfolded, setUnfolded] = useState({ before: as === 'popover', after: as === 'popover' })
  const list = useRef<HTMLOListElement>(null)
  const [from, to] = useShown(place.index, chapters.length, isUnfolded)

  useEffect(() => {
    if (as === 'popover') list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [as])

  /** The focus goes to the first one that was folded. */
  const unfold = (side: 'before' | 'after') => {
    flushSync(() => setUnfolded({ ...isUnfolded, [side]: true }))
    const row = side === 'before' ? 0 : to - from + (from > 0 ? 1 : 0)
    list.current?.querySelectorAll('button')[row]?.focus()
  }

  return (
    <ol ref={list} className={styles.list} data-as={as}>
      {from > 0 && (
        <Folded
          label={messages.heardChapters(from)}
          seconds={secondsBetween(chapters, 0, from)}
          isHeard
          onUnfold={() => unfold('before')}
        />
      )}
      {chapters.slice(from, to).map((chapter, row) => (
        <Row
          key={chapter.startSeconds}
          chapter={chapter}
          number={from + row + 1}
          left={from + row === place.index ? place.left : null}
          part={from + row === place.index ? place.part : null}
          isHeard={from + row < place.index}
          onPlay={onPlay}
        />
      ))}
      {to < chapters.length && (
        <Folded
          label={messages.foldedChapters(chapters.length - to)}
          seconds={secondsBetween(chapters, to, chapters.length)}
          onUnfold={() => unfold('after')}
        />
      )}
    </ol>
  )
}

/** What is shown stays while the next chapters begin, since the focus or a finger may be there; a leap begins anew. */
function useShown(
  index: number,
  count: number,
  isUnfolded: { before: boolean; after: boolean },
): [from: number, to: number] {
  const around = shownAround(index, count)
  const [kept, setKept] = useState(around)
  const place = Math.max(index, 0)
  const isLeap = place < kept[0] || place >= kept[1]
  const shown: typeof kept = isLeap ? around : [Math.min(kept[0], around[0]), Math.max(kept[1], around[1])]
  if (shown[0] !== kept[0] || shown[1] !== kept[1]) setKept(shown)
  return [isUnfolded.before ? 0 : shown[0], isUnfolded.after ? count : shown[1]]
}

interface FoldedProps {
  label: string
  seconds: number | null
  isHeard?: boolean
  onUnfold: () => void
}

function Folded({ label, seconds, isHeard = false, onUnfold }: FoldedProps) {
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.row}
        data-folded=""
        data-heard={isHeard ? '' : undefined}
        aria-expanded="false"
        aria-label={`${label} ${messages.chaptersNoun}`}
        onClick={onUnfold}
      >
        <span className={styles.number}>
          <ChevronDown size={16} aria-hidden="true" />
        </span>
        <span className={styles.name}>{label}</span>
        <span className={styles.start} />
        <span className={styles.length}>{seconds === null ? null : formatTime(seconds)}</span>
      </button>
    </li>
  )
}

interface RowProps {
  chapter: Chapter
  number: number
  /** In the listener's chapter; empty while its end is unknown. */
  left: string | null
  /** Of the listener's chapter that is heard, 0 to 1; null while its end is unknown. */
  part: number | null
  isHeard: boolean
  onPlay: (position: number) => void
}

const Row = memo(function Row({ chapter, number, left, part, isHeard, onPlay }: RowProps): ReactNode {
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
        <span className={styles.words}>
          <span className={styles.name} dir="auto" title={name}>
            {name}
          </span>
          {part !== null && (
            <span className={styles.bar} aria-hidden="true">
              <span className={styles.part} style={{ inlineSize: `${part * 100}%` }} />
            </span>
          )}
        </span>
        <span className={styles.start}>{formatTime(startSeconds)}</span>
        <span className={styles.length}>{left ? messages.timeLeft(left, null) : length}</span>
      </button>
    </li>
  )
})

interface Place {
  /** Of the listener's chapter, -1 for none. */
  readonly index: number
  /** What is left of it as a clock, empty while that is unknown. */
  readonly left: string
  /** Of it that is heard, 0 to 1; null while that is unknown. */
  readonly part: number | null
}

function usePlace(recording: RecordingRef, chapters: readonly Chapter[]): Place {
  const current = useCurrentTrack()?.recording
  const isCurrent = current?.kind === recording.kind && current.id === recording.id
  const isLoaded = usePlayer(({ media }) => media === 'ready' || media === 'loading')
  const heard = usePosition((ticks) => (isCurrent && isLoaded ? Math.floor(ticks.position) : null))
  const stored = useStoredPosition(recording, (kept) =>
    kept === null || kept.finished ? null : Math.floor(kept.position),
  )
  const position = heard ?? stored
  if (position === null) return { index: -1, left: '', part: null }
  const place = chapterPlace(chapters, position)
  const left = secondsLeftIn(place)
  return {
    index: place?.index ?? -1,
    left: left === null ? '' : formatTime(left),
    part: place?.lengthSeconds ? place.inSeconds / place.lengthSeconds : null,
  }
}
