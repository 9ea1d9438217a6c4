import { Timer } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'
import { messages } from '../bar-messages.ts'
import { isFading, type PlayerState } from '../reducer/state.ts'
import { player, usePlayer } from '../player.ts'
import styles from './sleep-notice.module.css'

/** `soon` while the sound fades. */
export function sleepNews(state: PlayerState): 'soon' | 'over' | null {
  if (state.sleep?.kind === 'over') return 'over'
  return isFading(state) ? 'soon' : null
}

export function extendSleep(): void {
  player.send({ type: 'extend-sleep', position: player.position() })
}

/** In the full player, a modal dialog over the toasts. */
export function SleepNotice() {
  const news = usePlayer(sleepNews)
  return (
    <div role="status" className={styles.notice}>
      {news !== null && (
        <>
          <Timer size={18} aria-hidden="true" />
          <span className={styles.words}>{news === 'soon' ? messages.sleepSoon : messages.sleepOver}</span>
          <Button kind="quiet" onClick={extendSleep}>
            {messages.extend}
          </Button>
        </>
      )}
    </div>
  )
}
