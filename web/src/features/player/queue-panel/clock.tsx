import { formatTime } from '../../../lib/format-time.ts'
import { shownDuration } from '../engine/state.ts'
import { usePlayer, usePosition } from '../use-player.ts'
import styles from './clock.module.css'

/** Current and total time of the current track. */
export function Clock() {
  const duration = usePlayer(shownDuration)
  const position = usePosition((ticks) => formatTime(ticks.position))
  return (
    <span className={styles.clock}>
      <span className={styles.now}>{position}</span> / {formatTime(duration ?? 0)}
    </span>
  )
}
