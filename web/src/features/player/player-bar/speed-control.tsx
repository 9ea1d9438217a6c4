import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { speedLimits } from '../engine/state.ts'
import { messages } from '../messages.ts'
import { formatSpeed, nextSpeed, usualSpeeds } from '../speeds.ts'
import { player } from '../the-player.ts'
import { usePlayer } from '../use-player.ts'
import styles from './speed-control.module.css'

function setSpeed(speed: number): void {
  player.send({ type: 'set-speed', speed })
}

/** The speed as a pill; under it, in the platform's popover, steps of a tenth and the usual ones at once. */
export function SpeedControl() {
  const speed = usePlayer((state) => state.speed)
  const popoverId = useId()
  return (
    <>
      <button
        type="button"
        className={styles.pill}
        popoverTarget={popoverId}
        aria-label={messages.speedOf(formatSpeed(speed))}
        title={messages.speed}
      >
        {formatSpeed(speed)}
      </button>
      <div id={popoverId} popover="auto" role="group" aria-label={messages.speed} className={styles.popover}>
        <div className={styles.stepper}>
          <IconButton
            label={messages.slower}
            outlined
            aria-disabled={speed <= speedLimits.least}
            onClick={() => setSpeed(nextSpeed(speed, -1))}
          >
            <Minus size={18} aria-hidden="true" />
          </IconButton>
          <output className={styles.now}>{formatSpeed(speed)}</output>
          <IconButton
            label={messages.faster}
            outlined
            aria-disabled={speed >= speedLimits.most}
            onClick={() => setSpeed(nextSpeed(speed, 1))}
          >
            <Plus size={18} aria-hidden="true" />
          </IconButton>
        </div>
        <div className={styles.usual}>
          {usualSpeeds.map((usual) => (
            <button
              key={usual}
              type="button"
              className={styles.choice}
              aria-pressed={usual === speed}
              onClick={() => setSpeed(usual)}
            >
              {formatSpeed(usual)}
            </button>
          ))}
        </div>
      </div>
    </>
  )
}
