import { shownDuration } from '../reducer/state.ts'
import { usePlayer, usePosition } from '../player.ts'
import styles from './progress-line.module.css'

/** In a phone's bar, which has no slider. */
export function ProgressLine({ className }: { className?: string | undefined }) {
  const duration = usePlayer(shownDuration)
  const position = usePosition((ticks) => ticks.position)
  const part = duration === null ? 0 : Math.min(position / duration, 1)
  return (
    <div className={`${styles.line} ${className ?? ''}`} aria-hidden="true">
      <div className={styles.played} style={{ transform: `scaleX(${part})` }} />
    </div>
  )
}
