import { Moon } from 'lucide-react'
import { formatTime, spokenTime } from '../../../lib/format-time.ts'
import { messages } from '../bar-messages.ts'
import type { Sleep } from '../engine/state.ts'
import { usePlayer } from '../use-player.ts'
import { ChoicePopover } from './choice-popover.tsx'
import { SleepChoices } from './sleep-choices.tsx'
import styles from './sleep-control.module.css'

/** The sleep timer as a pill: a moon, and what is left of it. Its name follows by the minute: it is no clock to be read out. */
export function SleepControl() {
  const kind = usePlayer(({ sleep }) => (sleep?.kind === 'over' ? undefined : sleep?.kind))
  const left = usePlayer(({ sleep }) => secondsLeft(sleep))
  const face = left === null ? null : <span className={styles.left}>{formatTime(left)}</span>
  return (
    <ChoicePopover
      label={nameOf(kind, left)}
      title={messages.sleepTimer}
      isOn={kind !== undefined}
      face={
        <>
          <Moon size={18} aria-hidden="true" />
          {kind === 'track-end' ? <span className={styles.left}>{messages.trackEnd}</span> : face}
        </>
      }
    >
      <SleepChoices kind={kind} secondsLeft={left} />
    </ChoicePopover>
  )
}

function secondsLeft(sleep: Sleep | null): number | null {
  return sleep?.kind === 'time' ? Math.ceil(sleep.leftSeconds) : null
}

function nameOf(kind: Sleep['kind'] | undefined, left: number | null): string {
  if (kind === 'track-end') return messages.sleepTimerAtEnd
  if (left === null) return messages.sleepTimer
  return messages.sleepTimerLeft(spokenTime(left > 60 ? Math.ceil(left / 60) * 60 : left))
}
