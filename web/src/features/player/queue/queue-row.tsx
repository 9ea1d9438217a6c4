import { Link } from '@tanstack/react-router'
import { GripVertical, Pause, Play, X } from 'lucide-react'
import { formatTime } from '../../../lib/format-time.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import type { HandleProps, Shift } from '../../../ui/reorder/use-reorder.ts'
import { TrackCover } from '../controls/track-cover.tsx'
import { isActive, type Track } from '../reducer/state.ts'
import { messages } from '../bar-messages.ts'
import { player, usePlayer } from '../player.ts'
import styles from './queue-row.module.css'

/** The id of the handles' description in the panel. */
export const moveKeysId = 'queue-move-keys'

interface QueueRowProps {
  track: Track
  isCurrent: boolean
  /** The link replaces the open sheet's entry of the history. */
  replaces: boolean
  shift: Shift | null
  handle: HandleProps
}

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
        <TrackCover track={track} sizes="44px" className={styles.cover} />
        <span className={styles.icon}>
          <Icon size={16} fill="currentColor" aria-hidden="true" />
        </span>
      </button>
      <Link to={track.referenceLink} className={styles.link} replace={replaces} draggable={false}>
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

/** Keeps the focus in the list when its row is removed. */
function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  neighbour?.querySelector<HTMLElement>('[data-remove]')?.focus()
}
