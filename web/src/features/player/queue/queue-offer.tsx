import type { Queue } from '@earmark/contract/queues.ts'
import { X } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useStore } from 'zustand'
import { formatTime } from '../../../lib/format-time.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { rescueFocus } from '../../../ui/dialog/modal.ts'
import { TrackCover } from '../controls/track-cover.tsx'
import type { NewTrack } from '../reducer/state.ts'
import { messages } from '../bar-messages.ts'
import { useStoredPosition } from '../positions/hooks.ts'
import { player } from '../player.ts'
import { answerOffer, offered } from './server-queue.ts'
import { trackOf } from './items.ts'
import styles from './queue-offer.module.css'

export function useIsOffered(): boolean {
  return useStore(offered, ({ queue }) => queue !== null)
}

/** Another device's queue, to be taken over or left. */
export function QueueOffer({ className }: { className?: string | undefined }) {
  const queue = useStore(offered, (state) => state.queue)
  const item = queue?.items[queue.currentIndex ?? 0]
  const track = item && trackOf(item)
  return (
    <div
      className={`${styles.offer} ${className ?? ''}`}
      role="status"
      data-shown={queue === null ? undefined : ''}
    >
      {queue !== null && (
        <>
          {track && <WhatPlays queue={queue} track={track} />}
          <button type="button" className={styles.go} onClick={(event) => answer(event, true)}>
            {messages.continueHere}
          </button>
          <IconButton label={messages.leaveQueue} onClick={(event) => answer(event, false)}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </>
      )}
    </div>
  )
}

function answer({ currentTarget }: MouseEvent, isWanted: boolean): void {
  answerOffer(player, isWanted)
  rescueFocus(currentTarget.closest('section')?.querySelector('[data-play]'))
}

function WhatPlays({ queue, track }: { queue: Queue; track: NewTrack }) {
  const place = useStoredPosition(track.recording, (kept) => kept && (kept.theirs ?? kept).position)
  return (
    <>
      <TrackCover track={track} sizes="36px" className={styles.cover} />
      <p className={styles.words}>
        {place === null ? messages.hadOn(queue.deviceName) : messages.wasAt(queue.deviceName)}{' '}
        {place !== null && (
          <>
            <span className={styles.fact}>{formatTime(place)}</span> {messages.in}{' '}
          </>
        )}
        <span className={styles.fact} dir="auto">
          {track.title}
        </span>
      </p>
    </>
  )
}
