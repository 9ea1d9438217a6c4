import { Volume1, Volume2, VolumeX } from 'lucide-react'
import type { CSSProperties } from 'react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { messages } from '../bar-messages.ts'
import { player } from '../the-player.ts'
import { usePlayer } from '../use-player.ts'
import styles from './volume-control.module.css'

/** For wide windows; a phone has keys for it. */
export function VolumeControl() {
  const volume = usePlayer((state) => state.volume)
  const muted = usePlayer((state) => state.muted)
  const heard = muted ? 0 : volume
  const Icon = heard === 0 ? VolumeX : heard < 0.5 ? Volume1 : Volume2
  const percent = Math.round(heard * 100)
  return (
    <div className={styles.volume} style={{ '--filled': `${percent}%` } as CSSProperties}>
      <IconButton
        label={muted ? messages.unmute : messages.mute}
        onClick={() => player.send({ type: 'set-muted', muted: !muted })}
      >
        <Icon size={20} aria-hidden="true" />
      </IconButton>
      <input
        type="range"
        className={styles.slider}
        aria-label={messages.volume}
        aria-valuetext={`${percent} %`}
        min={0}
        max={100}
        step={5}
        value={percent}
        onChange={(event) => player.send({ type: 'set-volume', volume: Number(event.target.value) / 100 })}
      />
    </div>
  )
}
