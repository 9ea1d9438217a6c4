import type { CSSProperties } from 'react'
import { formatTime } from '../../../lib/format-time.ts'
import { messages } from '../bar-messages.ts'
import { usePlayer, usePosition } from '../player.ts'
import { shownDuration } from '../reducer/state.ts'
import { Gaps } from './gaps.tsx'
import styles from './whole-line.module.css'

/** Where one is in the whole, under a slider of the present chapter; nothing without chapters. */
export function WholeLine() {
  const chapters = usePlayer((state) => state.chapters)
  const duration = usePlayer(shownDuration)
  const position = usePosition((ticks) => ticks.position)
  if (chapters.length === 0 || duration === null) return null
  return (
    <>
      <div className={styles.line} style={{ '--played': Math.min(position / duration, 1) } as CSSProperties}>
        <Gaps className={styles.gaps} chapters={chapters} whole={duration} />
      </div>
      <p>{messages.placeInWhole(formatTime(position), formatTime(duration))}</p>
    </>
  )
}
