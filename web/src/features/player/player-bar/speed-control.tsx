import { Minus, Plus } from 'lucide-react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { messages } from '../bar-messages.ts'
import { speedLimits } from '../engine/state.ts'
import { formatSpeed, nearSpeed, speedStep, usualSpeeds } from '../speeds.ts'
import { player } from '../the-player.ts'
import { usePlayer } from '../use-player.ts'
import { ChoicePopover } from './choice-popover.tsx'
import { JumpSizes } from './jump-sizes.tsx'
import styles from './speed-control.module.css'

function setSpeed(speed: number): void {
  player.send({ type: 'set-speed', speed })
}

/** The speed as a pill; behind it steps of a twentieth, the usual ones at once, and how far the jumps go. */
export function SpeedControl() {
  const speed = usePlayer((state) => state.speed)
  const shown = formatSpeed(speed)
  return (
    <ChoicePopover label={messages.speedOf(shown)} title={messages.speed} face={shown}>
      <div className={styles.stepper}>
        <IconButton
          label={messages.slower}
          outlined
          aria-disabled={speed <= speedLimits.least}
          onClick={() => setSpeed(nearSpeed(speed, -1))}
        >
          <Minus size={18} aria-hidden="true" />
        </IconButton>
        <output className={styles.now}>{shown}</output>
        <IconButton
          label={messages.faster}
          outlined
          aria-disabled={speed >= speedLimits.most}
          onClick={() => setSpeed(nearSpeed(speed, 1))}
        >
          <Plus size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <input
        type="range"
        className={styles.slider}
        aria-label={messages.speed}
        aria-valuetext={shown}
        min={speedLimits.least}
        max={speedLimits.most}
        step={speedStep}
        value={speed}
        onChange={(event) => setSpeed(Number(event.target.value))}
      />
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
      <JumpSizes />
    </ChoicePopover>
  )
}
