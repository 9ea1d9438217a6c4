import { Timer } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'
import { messages } from '../bar-messages.ts'

import { isFading, type PlayerState } from '../reducer/state.ts'
import { player, usePlayer } from '../player.ts'
import styles from './sleep-notice.module.css'

/** That the sleep timer is about to stop the sound, or has; nothing in between. */
export function sleepNews(state: PlayerState): 'soon' | 'over' | null {
  if (state.sleep?.kind === 'over') return 'over'
  return isFading(state) ? 'soon' : null
}

export function extendSleep(): void {
  player.send({ type: 'extend-sleep', position: player.position() })
}

/** In the player that fills a phone, which no toast can be reached from under. */
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
