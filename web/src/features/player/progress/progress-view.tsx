import type { CSSProperties } from 'react'
import { formatLength } from '../../../lib/format-length.ts'
import { secondsLeft } from '../../../lib/format-time.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { messages } from '../bar-messages.ts'
import { isUnplayed } from '../positions/merge.ts'
import type { StoredPosition } from '../positions/store.ts'
import { useStoredPosition } from '../positions/hooks.ts'
import { formatSpeed } from '../settings/speeds.ts'
import type { ProgressProps } from './progress.tsx'
import styles from './progress-view.module.css'

export function ProgressView({ recording, durationSeconds, as }: ProgressProps) {
  const percent = useStoredPosition(recording, (kept) => percentOf(kept, durationSeconds))
  const tellsSpeed = as === 'bar-at-speed'
  const words = useStoredPosition(recording, (kept) => wordsOf(kept, durationSeconds, tellsSpeed))
  if (as === 'words')
    return words === null ? formatLength(durationSeconds) : <span className={styles.words}>{words}</span>
  if (words === null || percent === null) return null
  if (as === 'ring')
    return (
      <span
        className={styles.ring}
        style={{ '--part': `${percent}%` } as CSSProperties}
        data-finished={percent === 100 ? '' : undefined}
        aria-hidden="true"
      />
    )
  if (as === 'bar' || tellsSpeed) {
    return (
      <p className={styles.bar}>
        <span className={styles.groove} aria-hidden="true">
          <span className={styles.part} style={{ inlineSize: `${percent}%` }} />
        </span>
        {words}
      </p>
    )
  }
  if (as === 'finished') return percent === 100 && <span className={styles.words}>{words} · </span>
  return (
    <>
      <span className={styles.line} aria-hidden="true">
        <span className={styles.part} style={{ inlineSize: `${percent}%` }} />
      </span>
      {percent < 100 && <VisuallyHidden>{words}</VisuallyHidden>}
    </>
  )
}

/** Whole percents, so that not every second renders. */
export function percentOf(kept: StoredPosition | null, durationSeconds: number | null): number | null {
  const whole = kept?.durationSeconds ?? durationSeconds
  if (kept === null || isUnplayed(kept) || whole === null || whole <= 0) return null
  if (kept.finished) return 100
  return Math.min(Math.max(Math.round((kept.position / whole) * 100), 1), 99)
}

/** `12 min left` at the last speed, with it `12 min left at 1.4×`; `Finished`. */
export function wordsOf(
  kept: StoredPosition | null,
  durationSeconds: number | null,
  tellsSpeed = false,
): string | null {
  const whole = kept?.durationSeconds ?? durationSeconds
  if (kept === null || isUnplayed(kept) || whole === null) return null
  if (kept.finished) return messages.finished
  const speed = kept.playbackRate ?? 1
  const left = formatLength(Math.max(secondsLeft(whole, kept.position), 1) / speed)
  return left && messages.timeLeft(left, tellsSpeed && speed !== 1 ? formatSpeed(speed) : null)
}
