import { formatLength, secondsLeft } from '../../../lib/format-time.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { messages } from '../bar-messages.ts'
import type { StoredPosition } from '../positions/store.ts'
import { useStoredPosition } from '../positions/hooks.ts'
import type { ProgressProps } from './progress.tsx'
import styles from './progress-view.module.css'

export function ProgressView({ recording, durationSeconds, as }: ProgressProps) {
  const percent = useStoredPosition(recording, (kept) => percentOf(kept, durationSeconds))
  const words = useStoredPosition(recording, (kept) => wordsOf(kept, durationSeconds))
  if (as === 'words')
    return words === null ? formatLength(durationSeconds) : <span className={styles.words}>{words}</span>
  if (words === null || percent === null) return null
  if (as === 'bar') {
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
  if (kept === null || whole === null || whole <= 0) return null
  if (kept.finished) return 100
  return Math.min(Math.max(Math.round((kept.position / whole) * 100), 1), 99)
}

/** `12 min left` at the last speed, `Finished`. */
export function wordsOf(kept: StoredPosition | null, durationSeconds: number | null): string | null {
  const whole = kept?.durationSeconds ?? durationSeconds
  if (kept === null || whole === null) return null
  if (kept.finished) return messages.finished
  const left = formatLength(Math.max(secondsLeft(whole, kept.position), 1) / (kept.playbackRate ?? 1))
  return left && messages.left(left)
}
