import { useState } from 'react'
import { formatLength, formatTime, secondsLeft } from '../../../lib/format-time.ts'
import { Button } from '../../../ui/button/button.tsx'
import { messages } from '../bar-messages.ts'
import { extensionSeconds } from '../reducer/sleep.ts'
import { shownDuration, type Sleep } from '../reducer/state.ts'
import { formatSpeed } from '../settings/speeds.ts'
import { player, usePlayer, usePosition } from '../player.ts'
import styles from './sleep-choices.module.css'

const usualMinutes = [5, 10, 15, 30, 45, 60, 90] as const

interface SleepChoicesProps {
  kind: Sleep['kind'] | undefined
  secondsLeft: number | null
  close: () => void
}

export function SleepChoices({ kind, secondsLeft, close }: SleepChoicesProps) {
  const [isOther, setOther] = useState(false)

  /** What was chosen shows on the button: the sheet has done its work. */
  function setSleep(until: number | 'track-end' | null): void {
    player.send({ type: 'set-sleep', until, position: player.position() })
    close()
  }

  return (
    <>
      {secondsLeft !== null && (
        <div className={styles.now}>
          <span className={styles.clock}>{formatTime(secondsLeft)}</span>
          <Button onClick={() => player.send({ type: 'extend-sleep', position: player.position() })}>
            {messages.extendBy(extensionSeconds / 60)}
          </Button>
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

/** `in 12 min at 1.4×`. */
function UntilTrackEnd() {
  const duration = usePlayer(shownDuration)
  const speed = usePlayer((state) => state.speed)
  const left = usePosition(({ position }) => formatLength(secondsLeft(duration ?? 0, position) / speed))
  if (left === null) return null
  return (
    <span className={styles.until}>
      {speed === 1 ? messages.inTime(left) : messages.inTimeAtSpeed(left, formatSpeed(speed))}
    </span>
  )
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
