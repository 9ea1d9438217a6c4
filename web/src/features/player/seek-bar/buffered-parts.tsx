import { usePosition } from '../use-player.ts'
import styles from './seek-bar.module.css'

/** What can be heard without waiting, faintly. */
export function BufferedParts({ whole }: { whole: number | null }) {
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
