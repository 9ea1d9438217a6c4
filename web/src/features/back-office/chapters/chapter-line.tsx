import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { formatTime, spokenTime } from '../../../lib/format-time.ts'
import type { NewTrack } from '../../player/index.ts'
import styles from './chapter-line.module.css'
import { chapterMessages as messages } from './messages.ts'
import { usePlayingMs } from './playing.ts'
import { limitsOf, type Row, type Rows } from './rows.ts'
import { formatTenths } from './times.ts'

interface LinesProps {
  track: NewTrack
  rows: Rows
  durationMs: number
  /** The chosen chapter. */
  chosen: Row | undefined
  onChoose: (id: number) => void
  /** @param drag the number of the drag that it belongs to */
  onMove: (id: number, startMs: number, drag: number) => void
}

interface Span {
  readonly fromMs: number
  readonly lengthMs: number
}

const nearMs = 120_000
/** Pixels around a mark in which it is taken hold of. */
const reachPixels = 8
const drawnAtMost = 400

/** Two minutes in whose middle the mark is, moved by half minutes. */
function spanAround(startMs: number, durationMs: number): Span {
  const lengthMs = Math.min(nearMs, durationMs)
  const wished = Math.round((startMs - lengthMs / 2) / 30_000) * 30_000
  return { fromMs: Math.max(0, Math.min(wished, durationMs - lengthMs)), lengthMs }
}

/** The whole recording, and under it two minutes around the chosen mark. */
export function ChapterLines(props: LinesProps) {
  const { chosen, durationMs } = props
  const [held, setHeld] = useState<Span | null>(null)
  const near = chosen && (held ?? spanAround(chosen.startMs, durationMs))
  return (
    <div className={styles.lines}>
      <Line {...props} label={messages.line} span={{ fromMs: 0, lengthMs: durationMs }} />
      {near && near.lengthMs < durationMs && (
        <Line
          {...props}
          label={messages.near}
          span={near}
          isNear
          onHold={(is) => setHeld(is ? near : null)}
        />
      )}
    </div>
  )
}

interface LineProps extends LinesProps {
  label: string
  span: Span
  isNear?: boolean
  onHold?: (isHeld: boolean) => void
}

let lastDrag = 0

function Line(props: LineProps) {
  const { track, rows, durationMs, chosen, onChoose, onMove, label, span, isNear = false, onHold } = props
  const bar = useRef<HTMLDivElement>(null)
  const drag = useRef<{ id: number; number: number; offsetMs: number }>(undefined)
  const { fromMs, lengthMs } = span

  function msAt(event: PointerEvent): { ms: number; reachMs: number } {
    const { left, width } = (bar.current as HTMLDivElement).getBoundingClientRect()
    return {
      ms: fromMs + ((event.clientX - left) / width) * lengthMs,
      reachMs: (reachPixels / width) * lengthMs,
    }
  }

  function begin(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    const { ms, reachMs } = msAt(event)
    const nearest = rows.toSorted((a, b) => Math.abs(a.startMs - ms) - Math.abs(b.startMs - ms))[0]
    const isMark = nearest !== undefined && Math.abs(nearest.startMs - ms) <= reachMs
    const taken = isMark ? nearest : rows.findLast(({ startMs }) => startMs <= ms)
    if (taken) onChoose(taken.id)
    if (!isMark) return
    event.currentTarget.setPointerCapture(event.pointerId)
    lastDrag += 1
    drag.current = { id: nearest.id, number: lastDrag, offsetMs: nearest.startMs - ms }
    onHold?.(true)
  }

  function follow(event: PointerEvent<HTMLDivElement>) {
    if (drag.current === undefined) return
    const { id, number, offsetMs } = drag.current
    move(id, msAt(event).ms + offsetMs, number)
  }

  function end() {
    drag.current = undefined
    onHold?.(false)
  }

  function move(id: number, ms: number, number: number) {
    const { least, most } = limitsOf(rows, id, durationMs)
    onMove(id, Math.max(least, Math.min(Math.round(ms / 100) * 100, most)), number)
  }

  function moveByKey(event: KeyboardEvent<HTMLDivElement>, row: Row) {
    const limits = limitsOf(rows, row.id, durationMs)
    const goal = goalOf(event, row.startMs, limits, isNear)
    if (goal === null) return
    event.preventDefault()
    // Of the player.
    event.stopPropagation()
    if (!event.repeat) lastDrag += 1
    move(row.id, goal, lastDrag)
  }

  const place = (ms: number) => `${((ms - fromMs) / lengthMs) * 100}%`
  const isSeen = ({ startMs }: Row) => startMs >= fromMs && startMs <= fromMs + lengthMs
  const every = Math.ceil(rows.length / drawnAtMost)
  const chosenPlace = chosen ? rows.findIndex(({ id }) => id === chosen.id) : -1
  const chosenEnd = rows[chosenPlace + 1]?.startMs ?? durationMs
  const toChosenEnd = `${100 - ((Math.min(chosenEnd, fromMs + lengthMs) - fromMs) / lengthMs) * 100}%`
  return (
    <div className={styles.line} data-near={isNear ? '' : undefined} role="group" aria-label={label}>
      <div
        ref={bar}
        className={styles.bar}
        onPointerDown={begin}
        onPointerMove={follow}
        onPointerUp={end}
        onPointerCancel={end}
      >
        {chosen && (
          <div
            className={styles.part}
            style={{
              insetInlineStart: place(Math.max(chosen.startMs, fromMs)),
              insetInlineEnd: toChosenEnd,
            }}
          />
        )}
        {isNear && chosen && (
          <span
            className={styles.name}
            style={{ insetInlineStart: place(chosen.startMs), insetInlineEnd: toChosenEnd }}
            dir="auto"
          >
            {`${chosenPlace + 1}. ${chosen.title}`}
          </span>
        )}
        {rows.map((row, index) =>
          row.id !== chosen?.id && index % every === 0 && isSeen(row) ? (
            <div key={row.id} className={styles.mark} style={{ insetInlineStart: place(row.startMs) }} />
          ) : null,
        )}
        {chosen && isSeen(chosen) && (
          <div
            className={styles.knob}
            style={{ insetInlineStart: place(chosen.startMs) }}
            role="slider"
            tabIndex={0}
            aria-label={messages.mark(chosenPlace + 1)}
            aria-valuemin={limitsOf(rows, chosen.id, durationMs).least / 1000}
            aria-valuemax={limitsOf(rows, chosen.id, durationMs).most / 1000}
            aria-valuenow={chosen.startMs / 1000}
            aria-valuetext={formatTenths(chosen.startMs)}
            onKeyDown={(event) => moveByKey(event, chosen)}
          />
        )}
        <Playhead track={track} span={span} step={isNear ? 100 : 1000} />
      </div>
      <div className={styles.scale} aria-hidden="true">
        {[0, 1, 2, 3, 4].map((quarter) => (
          <span key={quarter}>{formatTime((fromMs + (lengthMs * quarter) / 4) / 1000)}</span>
        ))}
      </div>
    </div>
  )
}

function goalOf(
  { key, shiftKey }: KeyboardEvent,
  at: number,
  { least, most }: { least: number; most: number },
  isNear: boolean,
): number | null {
  const step = (isNear ? 100 : 1000) * (shiftKey ? 10 : 1)
  if (key === 'ArrowRight' || key === 'ArrowUp') return at + step
  if (key === 'ArrowLeft' || key === 'ArrowDown') return at - step
  if (key === 'PageUp') return at + 10_000
  if (key === 'PageDown') return at - 10_000
  if (key === 'Home') return least
  return key === 'End' ? most : null
}

function Playhead({ track, span, step }: { track: NewTrack; span: Span; step: number }) {
  const now = usePlayingMs(track, step)
  if (now === null || now < span.fromMs || now > span.fromMs + span.lengthMs) return null
  const part = (now - span.fromMs) / span.lengthMs
  return (
    <div
      className={styles.playhead}
      style={{ insetInlineStart: `${part * 100}%` }}
      data-side={part < 0.06 ? 'start' : part > 0.94 ? 'end' : undefined}
    >
      <span title={spokenTime(now / 1000)}>{formatTime(now / 1000)}</span>
    </div>
  )
}
