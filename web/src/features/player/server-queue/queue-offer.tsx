import { X } from 'lucide-react'
import { useStore } from 'zustand'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { messages } from '../bar-messages.ts'
import { player } from '../the-player.ts'
import { answerOffer, offered } from './keep-server-queue.ts'
import styles from './queue-offer.module.css'

export function useIsOffered(): boolean {
  return useStore(offered, ({ queue }) => queue !== null)
}

/** The queue that another device has left: taken at the listener's word, or left where it is. */
export function QueueOffer({ className }: { className?: string | undefined }) {
  const queue = useStore(offered, (state) => state.queue)
  return (
    <div
      className={`${styles.offer} ${className ?? ''}`}
      role="status"
      data-shown={queue === null ? undefined : ''}
    >
      {queue !== null && (
        <>
          <button type="button" className={styles.go} onClick={() => answerOffer(player, true)}>
            {messages.continueQueue(queue.deviceName)}
          </button>
          <span className={styles.count}>{messages.tracks(queue.items.length)}</span>
          <IconButton label={messages.leaveQueue} onClick={() => answerOffer(player, false)}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        </>
      )}
    </div>
  )
}
