import { Minus, Plus } from 'lucide-react'
import { formatLength } from '../../../lib/format-length.ts'
import { secondsLeft } from '../../../lib/format-time.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { messages } from '../bar-messages.ts'
import { currentTrack, shownDuration, speedLimits } from '../reducer/state.ts'
import { formatSpeed, nearSpeed, speedStep, usualSpeeds } from './speeds.ts'
import { player, usePlayer, usePosition } from '../player.ts'
import { JumpSizes } from './jump-sizes.tsx'
import { ControlButton, type ControlKind } from '../controls/control-button.tsx'
import styles from './speed-control.module.css'

function setSpeed(speed: number): void {
  player.send({ type: 'set-speed', speed })
}

export function SpeedControl({ as }: { as: ControlKind }) {
  const speed = usePlayer((state) => state.speed)
  const kind = usePlayer((state) => currentTrack(state)?.recording.kind)
  const shown = formatSpeed(speed)
  return (
    <Sheet
      title={messages.speed}
      aside={kind && messages.speedIsOf[kind]}
      renderOpener={(props) => (
        <ControlButton as={as} label={messages.speedOf(shown)} caption={messages.speed} {...props}>
          {shown}
        </ControlButton>
      )}
    >
      {() => (
        <>
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
                aria-label={formatSpeed(usual)}
                onClick={() => setSpeed(usual)}
              >
                {usual}
              </button>
            ))}
          </div>
          <LeftAtSpeed speed={speed} />
          <JumpSizes />
        </>
      )}
    </Sheet>
  )
}

/** `8 h 33 min are 6 h 6 min at this speed`. */
function LeftAtSpeed({ speed }: { speed: number }) {
  const duration = usePlayer(shownDuration)
  const words = usePosition(({ position }) => {
    const left = secondsLeft(duration ?? 0, position)
    const [plain, heard] = [formatLength(left), formatLength(left / speed)]
    return speed === 1 || plain === null || heard === null ? null : messages.leftAtSpeed(plain, heard)
  })
  return words === null ? null : <p className={styles.left}>{words}</p>
}
