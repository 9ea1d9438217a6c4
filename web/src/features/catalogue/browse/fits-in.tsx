import { useId, useState } from 'react'
import { formatLength } from '../../../lib/format-length.ts'
import styles from './fits-in.module.css'
import { browseMessages } from './messages.ts'

const usualMinutes = [35, 60, 120, 360, 720]
const mostMinutes = 99_999

interface FitsInProps {
  /** Minutes. */
  chosen: number | undefined
  speed: number
  onChoose: (minutes: number | undefined) => void
}

/** What can be heard to its end in so many minutes at the listener's speed. */
export function FitsIn({ chosen, speed, onChoose }: FitsInProps) {
  const isOther = chosen !== undefined && !usualMinutes.includes(chosen)
  const [opened, setOpened] = useState(false)
  const [followed, setFollowed] = useState(chosen)
  const [typed, setTyped] = useState(isOther ? String(chosen) : '')
  const id = useId()
  if (chosen !== followed) {
    setFollowed(chosen)
    setTyped(isOther ? String(chosen) : '')
  }
  const apply = () => {
    const minutes = Math.min(Math.floor(Number(typed)), mostMinutes)
    if (minutes >= 1 && minutes !== chosen) onChoose(minutes)
  }
  const asked = opened || isOther

  return (
    <div role="group" className={styles.section} aria-labelledby={id}>
      <div id={id} className={styles.title}>
        {browseMessages.fitsIn}
      </div>
      <div className={styles.choices}>
        {usualMinutes.map((minutes) => (
          <button
            key={minutes}
            type="button"
            className={`number ${styles.choice}`}
            aria-pressed={chosen === minutes}
            onClick={() => {
              setOpened(false)
              onChoose(chosen === minutes ? undefined : minutes)
            }}
          >
            {formatLength(minutes * 60)}
          </button>
        ))}
        <button
          type="button"
          className={styles.choice}
          aria-pressed={isOther}
          aria-expanded={asked}
          onClick={() => {
            setOpened(!asked)
            if (isOther) onChoose(undefined)
          }}
        >
          {browseMessages.other}
        </button>
      </div>
      {asked && (
        <form
          className={styles.other}
          onSubmit={(event) => {
            event.preventDefault()
            apply()
          }}
        >
          <label className={styles.minutes}>
            <span>{browseMessages.minutes}</span>
            <input
              type="number"
              inputMode="numeric"
              min={1}
              max={mostMinutes}
              className={`number ${styles.input}`}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={apply}
            />
          </label>
        </form>
      )}
      <p className={`meta number ${styles.speed}`}>
        {browseMessages.atSpeed(`${Number(speed.toFixed(2))}×`)}
      </p>
    </div>
  )
}
