import { type LucideIcon, Pause, Play, RotateCcw, RotateCw, SkipBack, SkipForward } from 'lucide-react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { nextStart } from '../chapters/chapter-times.ts'
import { step } from '../chapters/follow-chapters.ts'
import { neighbour } from '../reducer/queue.ts'
import { isActive, isSeekable } from '../reducer/state.ts'
import { messages } from '../bar-messages.ts'
import { useJumps } from '../settings/kept-settings.ts'
import { player, usePlayer, usePosition } from '../player.ts'
import styles from './transport.module.css'

interface TransportProps {
  /** In the full player. */
  large?: boolean
}

export function Transport({ large = false }: TransportProps) {
  const hasPrevious = usePlayer((state) => neighbour(state, -1) !== null || state.chapters.length > 0)
  const chapters = usePlayer((state) => state.chapters)
  const hasNextChapter = usePosition(({ position }) => nextStart(chapters, position) !== null)
  const hasNext = usePlayer((state) => neighbour(state, 1) !== null) || hasNextChapter
  const active = usePlayer(isActive)
  const waiting = usePlayer((state) => state.starting || state.waiting)
  const isReady = usePlayer(isSeekable)
  const { backSeconds, forwardSeconds } = useJumps()
  const size = large ? 26 : 20
  const Icon = active ? Pause : Play

  function jump(label: string, Arrow: LucideIcon, seconds: number) {
    return (
      <IconButton
        label={label}
        className={styles.jump}
        aria-disabled={!isReady}
        onClick={() => player.skip(seconds)}
      >
        <span className={styles.jumpIcon} aria-hidden="true">
          <Arrow size={large ? 34 : 26} strokeWidth={1.5} />
          <span className={styles.seconds}>{Math.abs(seconds)}</span>
        </span>
      </IconButton>
    )
  }

  return (
    <div className={styles.transport} data-large={large ? '' : undefined}>
      <IconButton
        label={messages.previous}
        className={styles.previous}
        aria-disabled={!hasPrevious}
        onClick={() => step(player, -1)}
      >
        <SkipBack size={size} aria-hidden="true" />
      </IconButton>
      {jump(messages.skipBack(backSeconds), RotateCcw, -backSeconds)}
      <button
        type="button"
        className={styles.play}
        data-play=""
        title={active ? messages.pause : messages.play}
        aria-busy={waiting}
        onClick={player.toggle}
      >
        <Icon size={size} fill="currentColor" strokeWidth={1.5} aria-hidden="true" />
      </button>
      {jump(messages.skipForward(forwardSeconds), RotateCw, forwardSeconds)}
      <IconButton label={messages.next} aria-disabled={!hasNext} onClick={() => step(player, 1)}>
        <SkipForward size={size} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
