import { Link } from '@tanstack/react-router'
import { GripVertical, Pause, Play, X } from 'lucide-react'
import { formatTime } from '../../../lib/format-time.ts'
import { Cover } from '../../../ui/cover/cover.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { isActive, type Track } from '../reducer/state.ts'
import { messages } from '../bar-messages.ts'
import { player, usePlayer } from '../player.ts'
import styles from './queue-row.module.css'
import type { HandleProps, Shift } from './use-queue-drag.ts'

/** Where the panel says which keys a handle takes. */
export const moveKeysId = 'queue-move-keys'

interface QueueRowProps {
  track: Track
  isCurrent: boolean
  /** The recording's page takes the place that an open sheet has in the history. */
  replaces: boolean
  shift: Shift | null
  handle: HandleProps
}

/** Plays when its cover is pressed, opens the recording's page by its title, and can be removed. */
export function QueueRow({ track, isCurrent, replaces, shift, handle }: QueueRowProps) {
  const active = usePlayer((state) => isCurrent && isActive(state))
  const Icon = active ? Pause : Play

  function playOrPause(): void {
    if (isCurrent) player.toggle()
    else player.send({ type: 'play-queued', id: track.id })
  }

  return (
    <li
      className={styles.row}
      aria-current={isCurrent ? 'true' : undefined}
      data-dragged={shift?.isDragged ? '' : undefined}
      style={shift === null ? undefined : { transform: `translateY(${shift.pixels}px)` }}
    >
      <button
        type="button"
        className={styles.handle}
        aria-label={messages.move(track.title)}
        aria-describedby={moveKeysId}
        {...handle}
      >
        <GripVertical size={18} aria-hidden="true" />
      </button>
      <button
        type="button"
        className={styles.play}
        aria-label={active ? messages.pauseTrack(track.title) : messages.playTrack(track.title)}
        onClick={playOrPause}
      >
        <Cover
          name={track.title}
          coverImagePreviewUrl={track.coverImageSrc}
          {...track.coverLooks}
          shape="square"
          sizes="44px"
          className={styles.cover}
        />
        <span className={styles.icon}>
          <Icon size={16} fill="currentColor" aria-hidden="true" />
        </span>
      </button>
      <Link
        to={track.referenceLink}
        className={styles.link}
        title={messages.openPage(track.title)}
        replace={replaces}
        draggable={false}
      >
        <span className={styles.title} dir="auto">
          {track.title}
        </span>
        <span className={styles.subtitle} dir="auto">
          {track.subtitle}
        </span>
      </Link>
      {track.durationSeconds !== null && (
        <span className={styles.length}>{formatTime(track.durationSeconds)}</span>
      )}
      <IconButton
        data-remove=""
        label={messages.removeTrack(track.title)}
        className={styles.remove}
        onClick={(event) => {
          focusNeighbour(event.currentTarget)
          player.send({ type: 'remove', id: track.id })
        }}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </li>
  )
}

/** The focus would be lost with its row. */
function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  neighbour?.querySelector<HTMLElement>('[data-remove]')?.focus()
}
