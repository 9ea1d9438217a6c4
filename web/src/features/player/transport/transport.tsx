import { type LucideIcon, Pause, Play, RotateCcw, RotateCw, SkipBack, SkipForward } from 'lucide-react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { neighbour } from '../reducer/queue.ts'
import { isActive, isSeekable } from '../reducer/state.ts'
import { messages } from '../bar-messages.ts'
import { useJumps } from '../settings/kept-settings.ts'
import { player, usePlayer } from '../player.ts'
import styles from './transport.module.css'

interface TransportProps {
  /** In the full player. */
  large?: boolean
}

export function Transport({ large = false }: TransportProps) {
  const hasPrevious = usePlayer((state) => neighbour(state, -1) !== null)
  const hasNext = usePlayer((state) => neighbour(state, 1) !== null)
  const active = usePlayer(isActive)
  const waiting = usePlayer((state) => state.starting || state.waiting)
  const isReady = usePlayer(isSeekable)
  const { backSeconds, forwardSeconds } = useJumps()
  const size = large ? 26 : 20
  const Icon = active ? Pause : Play

  return (
    <div className={styles.transport} data-large={large ? '' : undefined}>
      <IconButton
        label={messages.previous}
        className={styles.previous}
        aria-disabled={!hasPrevious}
        onClick={player.previous}
      >
        <SkipBack size={size} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={messages.skipBack(backSeconds)}
        className={styles.jump}
        aria-disabled={!isReady}
        onClick={() => player.skip(-backSeconds)}
      >
        <JumpIcon Icon={RotateCcw} seconds={backSeconds} size={large ? 34 : 26} />
      </IconButton>
      <button
        type="button"
        className={styles.play}
        data-play=""
        aria-label={active ? messages.pause : messages.play}
        title={active ? messages.pause : messages.play}
        aria-busy={waiting}
        onClick={player.toggle}
      >
        <Icon size={size} fill="currentColor" strokeWidth={1.5} aria-hidden="true" />
      </button>
      <IconButton
        label={messages.skipForward(forwardSeconds)}
        className={styles.jump}
        aria-disabled={!isReady}
        onClick={() => player.skip(forwardSeconds)}
      >
        <JumpIcon Icon={RotateCw} seconds={forwardSeconds} size={large ? 34 : 26} />
      </IconButton>
      <IconButton label={messages.next} aria-disabled={!hasNext} onClick={player.next}>
        <SkipForward size={size} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function JumpIcon({ Icon, seconds, size }: { Icon: LucideIcon; seconds: number; size: number }) {
  return (
    <span className={styles.jumpIcon} aria-hidden="true">
      <Icon size={size} strokeWidth={1.5} />
      <span className={styles.seconds}>{seconds}</span>
    </span>
  )
}
