import { type LucideIcon, Pause, Play, RotateCcw, RotateCw, SkipBack, SkipForward } from 'lucide-react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { neighbour } from '../engine/queue.ts'
import { isActive } from '../engine/state.ts'
import { messages } from '../messages.ts'
import { player, skipBackSeconds, skipForwardSeconds } from '../the-player.ts'
import { usePlayer } from '../use-player.ts'
import styles from './transport.module.css'

interface TransportProps {
  /** In the sheet of a phone: larger, and with jumps of seconds. */
  large?: boolean
}

export function Transport({ large = false }: TransportProps) {
  const hasPrevious = usePlayer((state) => neighbour(state.queue, state.currentId, -1) !== null)
  const hasNext = usePlayer((state) => neighbour(state.queue, state.currentId, 1) !== null)
  const active = usePlayer(isActive)
  const waiting = usePlayer((state) => state.starting || state.waiting)
  const isReady = usePlayer((state) => state.media === 'ready' && state.duration !== null)
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
      {large && (
        <IconButton
          label={messages.skipBack}
          aria-disabled={!isReady}
          onClick={() => player.skip(-skipBackSeconds)}
        >
          <JumpIcon Icon={RotateCcw} seconds={skipBackSeconds} />
        </IconButton>
      )}
      <button
        type="button"
        className={styles.play}
        aria-label={active ? messages.pause : messages.play}
        title={active ? messages.pause : messages.play}
        aria-busy={waiting}
        onClick={player.toggle}
      >
        <Icon size={size} fill="currentColor" strokeWidth={1.5} aria-hidden="true" />
      </button>
      {large && (
        <IconButton
          label={messages.skipForward}
          aria-disabled={!isReady}
          onClick={() => player.skip(skipForwardSeconds)}
        >
          <JumpIcon Icon={RotateCw} seconds={skipForwardSeconds} />
        </IconButton>
      )}
      <IconButton label={messages.next} aria-disabled={!hasNext} onClick={player.next}>
        <SkipForward size={size} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

function JumpIcon({ Icon, seconds }: { Icon: LucideIcon; seconds: number }) {
  return (
    <span className={styles.jump} aria-hidden="true">
      <Icon size={34} strokeWidth={1.5} />
      <span className={styles.seconds}>{seconds}</span>
    </span>
  )
}
