import { formatLength, secondsLeft } from '../../../lib/format-time.ts'
import { messages } from '../bar-messages.ts'
import { shownDuration } from '../engine/state.ts'
import { formatSpeed } from '../speeds.ts'
import { usePlayer, usePosition } from '../use-player.ts'
import styles from './full-player.module.css'

/** `6 h 6 min left at 1.4×`: at the speed that it is listened to, which is said when it is not the recording's own. */
export function TimeLeft() {
  const duration = usePlayer(shownDuration)
  const speed = usePlayer((state) => state.speed)
  const left = usePosition(({ position }) => formatLength(secondsLeft(duration ?? 0, position) / speed))
  return (
    <p className={styles.left}>
      {left !== null &&
        (speed === 1 ? messages.timeLeft(left) : messages.timeLeftAt(left, formatSpeed(speed)))}
    </p>
  )
}
