import { useState } from 'react'
import { formatTime } from '../../../lib/format-time.ts'
import { Button } from '../../../ui/button/button.tsx'
import { messages } from '../bar-messages.ts'
import { extensionSeconds } from '../reducer/sleep.ts'
import type { Sleep } from '../reducer/state.ts'
import { player } from '../player.ts'
import { useTimeLeft } from '../settings/speeds.ts'
import { extendSleep } from './sleep-notice.tsx'
import styles from './sleep-choices.module.css'

const usualMinutes = [5, 10, 15, 30, 45, 60, 90] as const

interface SleepChoicesProps {
  kind: Sleep['kind'] | undefined
  secondsLeft: number | null
  close: () => void
}

export function SleepChoices({ kind, secondsLeft, close }: SleepChoicesProps) {
  const [isOther, setOther] = useState(false)

  function setSleep(until: number | 'track-end' | null): void {
    player.send({ type: 'set-sleep', until, position: player.position() })
    close()
  }

  return (
    <>
      {secondsLeft !== null && (
        <div className={styles.now}>
          <span className={styles.clock}>{formatTime(secondsLeft)}</span>
          <Button onClick={extendSleep}>{messages.extendBy(extensionSeconds / 60)}</Button>
        </div>
      )}
      <button
        type="button"
        className={styles.trackEnd}
        aria-pressed={kind === 'track-end'}
        aria-label={messages.trackEnd}
        onClick={() => setSleep(kind === 'track-end' ? null : 'track-end')}
      >
        {messages.trackEnd}
        <UntilTrackEnd />
      </button>
      <div className={styles.choices}>
        {usualMinutes.map((minutes) => (
          <button
            key={minutes}
            type="button"
            className={styles.choice}
            aria-label={messages.spokenMinutes(minutes)}
            onClick={() => setSleep(minutes * 60)}
          >
            {minutes === usualMinutes[0] ? messages.minutes(minutes) : minutes}
          </button>
        ))}
        <button
          type="button"
          className={styles.choice}
          aria-expanded={isOther}
          onClick={() => setOther(!isOther)}
        >
          {messages.otherMinutes}
        </button>
      </div>
      {isOther && <OwnMinutes onSet={(minutes) => setSleep(minutes * 60)} />}
      {kind !== undefined && (
        <Button kind="quiet" onClick={() => setSleep(null)}>
          {messages.switchOff}
        </Button>
      )}
    </>
  )
}

function UntilTrackEnd() {
  const left = useTimeLeft()
  return left && <span className={styles.until}>{messages.inTime(...left)}</span>
}

function OwnMinutes({ onSet }: { onSet: (minutes: number) => void }) {
  const [minutes, setMinutes] = useState('')
  return (
    <form
      className={styles.own}
      onSubmit={(event) => {
        event.preventDefault()
        onSet(Number(minutes))
      }}
    >
      <label className={styles.label}>
        {messages.ownMinutes}
        <input
          type="number"
          inputMode="numeric"
          className={styles.minutes}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for by the press before
          autoFocus
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
