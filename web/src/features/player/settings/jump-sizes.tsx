import { messages } from '../bar-messages.ts'
import { jumpLimits, setJump, useJumps } from './kept-settings.ts'
import styles from './jump-sizes.module.css'

export function JumpSizes() {
  const { backSeconds, forwardSeconds } = useJumps()
  return (
    <div className={styles.sizes} role="group" aria-label={messages.jumps}>
      <JumpSize
        label={messages.jumpBack}
        seconds={backSeconds}
        onChange={(seconds) => setJump({ backSeconds: seconds })}
      />
      <JumpSize
        label={messages.jumpForward}
        seconds={forwardSeconds}
        onChange={(seconds) => setJump({ forwardSeconds: seconds })}
      />
    </div>
  )
}

interface JumpSizeProps {
  label: string
  seconds: number
  onChange: (seconds: number) => void
}

function JumpSize({ label, seconds, onChange }: JumpSizeProps) {
  return (
    <label className={styles.size}>
      <span>{label}</span>
      <output className={styles.seconds}>{messages.shortSeconds(seconds)}</output>
      <input
        type="range"
        className={styles.slider}
        aria-label={label}
        aria-valuetext={messages.seconds(seconds)}
        min={jumpLimits.least}
        max={jumpLimits.most}
        step={jumpLimits.step}
        value={seconds}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </label>
  )
}
