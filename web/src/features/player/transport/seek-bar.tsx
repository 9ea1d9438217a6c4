import type { Chapter } from '@earmark/contract/chapters.ts'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useState } from 'react'
import { create } from 'zustand'
import { formatTime, secondsLeft, spokenProgress } from '../../../lib/format-time.ts'
import { chapterAt, type ChapterPlace, chapterPlace, spokenChapter } from '../chapters/chapter-times.ts'
import { isSeekable, shownDuration } from '../reducer/state.ts'
import { messages } from '../bar-messages.ts'
import { player, usePlayer, usePosition } from '../player.ts'
import { Gaps } from './gaps.tsx'
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
  /** The times beside the slider of the whole, or under one of the present chapter, if there is any. */
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

  const at = hold.draft ?? position
  // A held slider stays one of the chapter that it was taken in.
  const place = chapterPlace(chapters, as === 'stack' ? position : at)
  const isOfChapter = as === 'stack' && place !== null && (place.lengthSeconds ?? 0) >= 1
  const from = isOfChapter ? place.chapter.startSeconds : 0
  const to = isOfChapter ? (place.chapter.endSeconds ?? 0) : (duration ?? 0)
  const [first, last] = [Math.ceil(from), Math.floor(to)]
  const shown = Math.min(Math.max(Math.floor(at), first), last)
  const part = last <= from ? 0 : Math.min(Math.max((at - from) / (last - from), 0), 1)

  function onKeyDown(event: KeyboardEvent): void {
    const step = keySteps.get(event.key)
    if (step === undefined || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const [least, most] = Number.isFinite(step) ? [0, Math.floor(duration ?? 0)] : [first, last]
    player.send({ type: 'seek', position: Math.min(Math.max(player.position() + step, least), most) })
  }

  function onPointerMove(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setHover({ part: Math.min(Math.max((event.clientX - left) / width, 0), 1) })
  }

  return (
    <div className={`${styles.seekBar} ${className ?? ''}`} data-as={as}>
      <span className={styles.time}>{formatTime(Math.max(at - from, 0))}</span>
      <div
        className={styles.slider}
        style={{ '--played': part } as CSSProperties}
        data-ready={isReady ? '' : undefined}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setHover(null)}
      >
        <div className={styles.track}>
          {duration !== null && <BufferedParts from={from} to={to} />}
          <div className={styles.played} />
        </div>
        {!isOfChapter && duration !== null && chapters.length > 1 && (
          <>
            <Gaps className={styles.gaps} chapters={chapters} whole={duration} />
            {place !== null && <PresentChapter place={place} whole={duration} />}
          </>
        )}
        <input
          type="range"
          className={styles.input}
          aria-label={messages.position}
          aria-valuetext={spokenChapter(chapters, shown) ?? spokenProgress(shown, duration)}
          aria-disabled={!isReady}
          min={first}
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
              {hint(chapters, from + hover.part * (last - from))}
            </span>
          </>
        )}
      </div>
      <TotalTime duration={duration === null ? null : to - from} position={Math.max(at - from, 0)} />
    </div>
  )
}

/** `13. The Buoy Bell · 4:51:20`. */
function hint(chapters: readonly Chapter[], position: number): string {
  const index = chapterAt(chapters, position)
  const title = chapters[index]?.title
  return title ? `${index + 1}. ${title} · ${formatTime(position)}` : formatTime(position)
}

/** The chapter that plays stands higher than the others; its ends are those of the gaps beside it. */
function PresentChapter({ place, whole }: { place: ChapterPlace; whole: number }) {
  const { chapter, inSeconds, lengthSeconds } = place
  const [begins, ends] = [chapter.startSeconds / whole, Math.min((chapter.endSeconds ?? whole) / whole, 1)]
  return (
    <div
      className={styles.present}
      style={
        { '--begins': begins, '--ends': ends, '--heard': inSeconds / (lengthSeconds || 1) } as CSSProperties
      }
      data-first={begins === 0 ? '' : undefined}
      data-last={ends === 1 ? '' : undefined}
    />
  )
}

/** Of the seconds that the slider is of. */
function BufferedParts({ from, to }: { from: number; to: number }) {
  const buffered = usePosition((ticks) => ticks.buffered)
  const share = (seconds: number) =>
    `${((Math.min(Math.max(seconds, from), to) - from) * 100) / (to - from)}%`
  return buffered
    .filter(([begins, ends]) => begins < to && ends > from)
    .map(([begins, ends]) => (
      <div
        key={begins}
        className={styles.buffered}
        style={{ insetInlineStart: share(begins), insetInlineEnd: `calc(100% - ${share(ends)})` }}
      />
    ))
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
