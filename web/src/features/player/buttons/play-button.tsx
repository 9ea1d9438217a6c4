import { Pause, Play } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'
import { isActive, isCurrent, type NewTrack } from '../reducer/state.ts'
import { messages } from '../messages.ts'
import { player, usePlayer } from '../player.ts'
import styles from './play-button.module.css'
import { usePrefetch } from './use-prefetch.ts'

export interface PlayButtonProps {
  track: NewTrack
  /** The rest of the queue, or what fetches it. */
  list?: readonly NewTrack[] | (() => Promise<readonly NewTrack[]>)
  label: string
  /** `large`: filled, with its label; else round. */
  size?: 'small' | 'medium' | 'large'
  /** For round ones: an outline until it plays. */
  outlined?: boolean
  className?: string | undefined
}

export function PlayButton({ track, list, label, size = 'medium', outlined, className }: PlayButtonProps) {
  const active = usePlayer((state) => isCurrent(state, track) && isActive(state))
  const waiting = usePlayer((state) => isCurrent(state, track) && (state.starting || state.waiting))
  const prefetching = usePrefetch(track)
  const Icon = active ? Pause : Play

  const shared = {
    ...prefetching,
    'aria-busy': waiting,
    onClick: (event: { detail: number }) => {
      // The second click of a double click is ignored.
      if (event.detail > 1) return
      const isNew = typeof list === 'function' && !isCurrent(player.store.getState(), track)
      player.toggleTrack(track, typeof list === 'function' ? [track] : list)
      if (isNew) void player.complete(list())
    },
  }
  if (size === 'large') {
    return (
      <Button kind="filled" className={`${styles.wide} ${className ?? ''}`} {...shared}>
        <Icon size={18} fill="currentColor" aria-hidden="true" />
        {active ? messages.pause : label}
      </Button>
    )
  }
  return (
    <button
      type="button"
      className={`${styles.round} ${className ?? ''}`}
      data-size={size}
      data-outlined={outlined ? '' : undefined}
      aria-label={active ? label : undefined}
      aria-pressed={active}
      title={active ? messages.pause : label}
      {...shared}
    >
      <Icon size={size === 'small' ? 16 : 20} fill="currentColor" strokeWidth={1.5} aria-hidden="true" />
    </button>
  )
}
