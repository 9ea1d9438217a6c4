import { Link } from '@tanstack/react-router'
import { Pause, Play, X } from 'lucide-react'
import { formatTime } from '../../../lib/format-time.ts'
import { Cover } from '../../../ui/cover/cover.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { isActive, type Track } from '../engine/state.ts'
import { messages } from '../messages.ts'
import { player } from '../the-player.ts'
import { usePlayer } from '../use-player.ts'
import styles from './queue-row.module.css'

/** Plays when its cover is pressed, opens the recording's page by its title, and can be removed. */
export function QueueRow({ track, isCurrent }: { track: Track; isCurrent: boolean }) {
  const active = usePlayer((state) => isCurrent && isActive(state))
  const Icon = active ? Pause : Play

  function playOrPause(): void {
    if (isCurrent) player.toggle()
    else player.send({ type: 'play-queued', id: track.id })
  }

  return (
    <li className={styles.row} aria-current={isCurrent ? 'true' : undefined}>
      <button
        type="button"
        className={styles.play}
        aria-label={active ? messages.pauseTrack(track.title) : messages.playTrack(track.title)}
        onClick={playOrPause}
      >
        <Cover
          name={track.title}
          coverImagePreviewUrl={track.coverImageSrc}
          sizes="44px"
          className={styles.cover}
        />
        <span className={styles.icon}>
          <Icon size={16} fill="currentColor" aria-hidden="true" />
        </span>
      </button>
      <Link to={track.referenceLink} className={styles.link} title={messages.openPage(track.title)}>
        <span className={styles.title}>{track.title}</span>
        <span className={styles.subtitle}>{track.subtitle}</span>
      </Link>
      {track.durationSeconds !== null && (
        <span className={styles.length}>{formatTime(track.durationSeconds)}</span>
      )}
      <IconButton
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
  const buttons = neighbour?.querySelectorAll('button')
  const remaining = buttons?.item(buttons.length - 1)
  remaining?.focus()
}
