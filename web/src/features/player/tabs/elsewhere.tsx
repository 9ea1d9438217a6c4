import { useStore } from 'zustand'
import { rescueFocus } from '../../../ui/dialog/modal.ts'
import { messages } from '../bar-messages.ts'
import { isActive } from '../reducer/state.ts'
import { usePlayer } from '../player.ts'
import styles from './elsewhere.module.css'
import { elsewhere } from './tabs.ts'

export function usePlaysElsewhere(): { title: string } | null {
  const active = usePlayer(isActive)
  const playing = useStore(elsewhere, (state) => state.playing)
  return active ? null : playing
}

export function Elsewhere({ className }: { className?: string | undefined }) {
  const playing = usePlaysElsewhere()
  return (
    <div
      className={`${styles.elsewhere} ${className ?? ''}`}
      role="status"
      data-shown={playing === null ? undefined : ''}
    >
      {playing !== null && (
        <>
          <span className={styles.words}>{messages.playsElsewhere(playing.title)}</span>
          <button
            type="button"
            className={styles.here}
            onClick={({ currentTarget }) => {
              elsewhere.getState().playHere()
              rescueFocus(currentTarget.closest('section, dialog')?.querySelector('[data-play]'))
            }}
          >
            {messages.playHere}
          </button>
        </>
      )}
    </div>
  )
}
