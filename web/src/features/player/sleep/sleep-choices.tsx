import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { formatLength } from '../../../lib/format-length.ts'
import { formatTime } from '../../../lib/format-time.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { messages } from '../bar-messages.ts'
import { extensionSeconds } from '../reducer/sleep.ts'
import { chapterPlace, secondsLeftIn } from '../chapters/chapter-times.ts'
import type { SleepUntil } from '../reducer/events.ts'
import type { Sleep } from '../reducer/state.ts'
import { player, usePlayer, usePosition } from '../player.ts'
import { formatSpeed, useTimeLeft } from '../settings/speeds.ts'
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

  function setSleep(until: SleepUntil): void {
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
      <ChapterEnds onSet={(chapters) => setSleep({ chapters })} />
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

/** Nothing without chapters. */
function ChapterEnds({ onSet }: { onSet: (chapters: number) => void }) {
  const count = usePlayer(({ chapters }) => chapters.length)
  const set = usePlayer(({ sleep }) => (sleep?.kind === 'chapters' ? sleep.left : null))
  const [several, setSeveral] = useState(set !== null && set > 1 ? set : 2)
  if (count === 0) return null
  return (
    <>
      <button
        type="button"
        className={styles.trackEnd}
        aria-pressed={set === 1}
        aria-label={messages.chapterEnd}
        onClick={() => onSet(1)}
      >
        {messages.chapterEnd}
        <UntilChapterEnd />
      </button>
      <div className={styles.several} role="group" aria-label={messages.chaptersFromHere}>
        <IconButton
          label={messages.fewerChapters}
          aria-disabled={several <= 2}
          onClick={() => setSeveral(Math.max(several - 1, 2))}
        >
          <Minus size={18} aria-hidden="true" />
        </IconButton>
        <button
          type="button"
          className={styles.choice}
          aria-pressed={set === several}
          onClick={() => onSet(several)}
        >
          {messages.chapterEnds(several)}
        </button>
        <IconButton label={messages.moreChapters} onClick={() => setSeveral(several + 1)}>
          <Plus size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </>
  )
}

function UntilChapterEnd() {
  const chapters = usePlayer((state) => state.chapters)
  const speed = usePlayer((state) => state.speed)
  const left = usePosition(({ position }) => {
    const seconds = secondsLeftIn(chapterPlace(chapters, position))
    return seconds === null ? null : formatLength(seconds / speed)
  })
  if (left === null) return null
  return (
    <span className={styles.until}>{messages.inTime(left, speed === 1 ? null : formatSpeed(speed))}</span>
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
