import { useState } from 'react'
import { formatTime } from '../../../lib/format-time.ts'
import { Button } from '../../../ui/button/button.tsx'
import { messages } from '../bar-messages.ts'
import { extensionSeconds } from '../engine/sleep.ts'
import type { Sleep } from '../engine/state.ts'
import { player } from '../the-player.ts'
import styles from './sleep-control.module.css'

const usualMinutes = [5, 10, 15, 30, 45, 60, 90, 120] as const

interface SleepChoicesProps {
  kind: Sleep['kind'] | undefined
  secondsLeft: number | null
}

/** What was chosen shows on the pill: the popover has done its work. */
function setSleep(until: number | 'track-end' | null, chosenIn: HTMLElement): void {
  player.send({ type: 'set-sleep', until, position: player.position() })
  chosenIn.closest<HTMLElement>('[popover]')?.hidePopover()
}

export function SleepChoices({ kind, secondsLeft }: SleepChoicesProps) {
  return (
    <>
      {kind !== undefined && (
        <div className={styles.now}>
          <span className={styles.clock}>
            {secondsLeft === null ? messages.trackEnd : formatTime(secondsLeft)}
          </span>
          <div className={styles.actions}>
            {secondsLeft !== null && (
              <Button onClick={() => player.send({ type: 'extend-sleep', position: player.position() })}>
                {messages.extendBy(extensionSeconds / 60)}
              </Button>
            )}
            <Button onClick={(event) => setSleep(null, event.currentTarget)}>{messages.turnOff}</Button>
          </div>
        </div>
      )}
      <div className={styles.choices}>
        {usualMinutes.map((minutes) => (
          <button
            key={minutes}
            type="button"
            className={styles.choice}
            aria-label={messages.spokenMinutes(minutes)}
            onClick={(event) => setSleep(minutes * 60, event.currentTarget)}
          >
            {messages.minutes(minutes)}
          </button>
        ))}
        <button
          type="button"
          className={styles.choice}
          data-wide=""
          aria-pressed={kind === 'track-end'}
          onClick={(event) => setSleep(kind === 'track-end' ? null : 'track-end', event.currentTarget)}
        >
          {messages.trackEnd}
        </button>
      </div>
      <OwnMinutes />
    </>
  )
}

function OwnMinutes() {
  const [minutes, setMinutes] = useState('')
  return (
    <form
      className={styles.own}
      onSubmit={(event) => {
        event.preventDefault()
        setSleep(Number(minutes) * 60, event.currentTarget)
        setMinutes('')
      }}
    >
      <label className={styles.label}>
        {messages.ownMinutes}
        <input
          type="number"
          inputMode="numeric"
          className={styles.minutes}
          required
          min={1}
          max={720}
          value={minutes}
          onChange={(event) => setMinutes(event.target.value)}
        />
      </label>
      <Button type="submit">{messages.setTimer}</Button>
    </form>
  )
}
