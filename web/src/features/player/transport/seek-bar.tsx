import type { Chapter } from '@earmark/contract/chapters.ts'
import { type CSSProperties, type KeyboardEvent, memo, type PointerEvent, useState } from 'react'
import { create } from 'zustand'
import { formatTime, secondsLeft, spokenProgress } from '../../../lib/format-time.ts'
import { chapterAt, drawnMarks, spokenChapter } from '../chapters/chapter-times.ts'
import { isSeekable, shownDuration } from '../reducer/state.ts'
import { messages } from '../bar-messages.ts'
import { player, usePlayer, usePosition } from '../player.ts'
import styles from './seek-bar.module.css'
import { useSliderHold } from './use-slider-hold.ts'

/** Seconds by key; the input's own step would be one. */
const keySteps = new Map([
  ['ArrowLeft', -5],
  ['ArrowDown', -5],
  ['ArrowRight', 5],
  ['ArrowUp', 5],
  ['PageDown', -60],
  ['PageUp', 60],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
])

const useTotalTime = create<{ showsLength: boolean }>(() => ({ showsLength: false }))

interface SeekBarProps {
  /** The times beside the slider, or under it. */
  as?: 'row' | 'stack'
  className?: string | undefined
}

export function SeekBar({ as = 'row', className }: SeekBarProps) {
  const duration = usePlayer(shownDuration)
  const isReady = usePlayer(isSeekable)
  const chapters = usePlayer((state) => state.chapters)
  const position = usePosition((ticks) => ticks.position)
  const hold = useSliderHold()
  const [hover, setHover] = useState<{ part: number } | null>(null)

  const last = Math.floor(duration ?? 0)
  const shown = Math.min(Math.floor(hold.draft ?? position), last)
  const part = last === 0 ? 0 : Math.min((hold.draft ?? position) / last, 1)

  function onKeyDown(event: KeyboardEvent): void {
    const step = keySteps.get(event.key)
    if (step === undefined || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    player.send({ type: 'seek', position: Math.min(Math.max(player.position() + step, 0), last) })
  }

  function onPointerMove(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setHover({ part: Math.min(Math.max((event.clientX - left) / width, 0), 1) })
  }

  return (
    <div className={`${styles.seekBar} ${className ?? ''}`} data-as={as}>
      <span className={styles.time}>{formatTime(hold.draft ?? position)}</span>
      <div
        className={styles.slider}
        style={{ '--played': part } as CSSProperties}
        data-ready={isReady ? '' : undefined}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setHover(null)}
      >
        <div className={styles.track}>
          <BufferedParts whole={duration} />
          <div className={styles.played} />
        </div>
        <ChapterMarks chapters={chapters} whole={duration} />
        <input
          type="range"
          className={styles.input}
          aria-label={messages.position}
          aria-valuetext={spokenChapter(chapters, shown) ?? spokenProgress(shown, duration)}
          aria-disabled={!isReady}
          min={0}
          max={last}
          step={1}
          value={shown}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => isReady && event.button === 0 && hold.begin()}
          onChange={(event) => hold.moveTo(Number(event.target.value))}
        />
        {hover !== null && isReady && (
          <>
            <span className={styles.mark} style={{ insetInlineStart: `${hover.part * 100}%` }} />
            <span
              className={styles.hover}
              style={{ insetInlineStart: `${hover.part * 100}%` }}
              aria-hidden="true"
            >
              {hint(chapters, hover.part * last)}
            </span>
          </>
        )}
      </div>
      <TotalTime duration={duration} position={hold.draft ?? position} />
    </div>
  )
}

/** `13. The Buoy Bell · 4:51:20`. */
function hint(chapters: readonly Chapter[], position: number): string {
  const index = chapterAt(chapters, position)
  const title = chapters[index]?.title
  return title ? `${index + 1}. ${title} · ${formatTime(position)}` : formatTime(position)
}

/** Gaps between the chapters, as one path. */
const ChapterMarks = memo(function ChapterMarks({
  chapters,
  whole,
}: {
  chapters: readonly Chapter[]
  whole: number | null
}) {
  if (whole === null || chapters.length === 0) return null
  const gaps = drawnMarks(chapters).map((seconds) => `M${seconds} 0V1`)
  return (
    <svg
      className={styles.gaps}
      viewBox={`0 0 ${whole} 1`}
      preserveAspectRatio="none"
      data-thin={gaps.length > 60 ? '' : undefined}
      aria-hidden="true"
    >
      <path d={gaps.join('')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
})

function BufferedParts({ whole }: { whole: number | null }) {
  const buffered = usePosition((ticks) => ticks.buffered)
  if (whole === null) return null
  return buffered.map(([from, to]) => {
    const inlineSize = `${(Math.min(to, whole) - from) * (100 / whole)}%`
    return (
      <div
        key={from}
        className={styles.buffered}
        style={{ insetInlineStart: `${(from * 100) / whole}%`, inlineSize }}
      />
    )
  })
}

/** The time left, or the duration after a press on it. */
function TotalTime({ duration, position }: { duration: number | null; position: number }) {
  const showsLength = useTotalTime((state) => state.showsLength)
  const whole = duration ?? 0
  return (
    <button
      type="button"
      className={styles.time}
      title={showsLength ? messages.showLeft : messages.showLength}
      onClick={() => useTotalTime.setState({ showsLength: !showsLength })}
    >
      {showsLength || duration === null ? formatTime(whole) : `−${formatTime(secondsLeft(whole, position))}`}
    </button>
  )
}
