import { Ellipsis, Volume1, Volume2, VolumeX } from 'lucide-react'
import type { CSSProperties } from 'react'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { Sheet } from '../../../ui/sheet/sheet.tsx'
import { messages } from '../bar-messages.ts'
import { BookmarkControl } from '../bookmarks/bookmark-control.tsx'
import { player, usePlayer } from '../player.ts'
import styles from './volume-control.module.css'

/** In wide windows; the slider appears with the pointer or the focus. */
export function VolumeControl() {
  return (
    <div className={styles.volume}>
      <MuteButton />
      <div className={styles.card}>
        <VolumeSlider />
      </div>
    </div>
  )
}

/** What a tablet's bar has no room for. */
export function MoreControl() {
  return (
    <div className={styles.more}>
      <Sheet
        title={messages.more}
        renderOpener={(props) => (
          <IconButton label={messages.more} {...props}>
            <Ellipsis size={20} aria-hidden="true" />
          </IconButton>
        )}
      >
        {() => (
          <div className={styles.rows}>
            <BookmarkControl as="row" />
            <div className={styles.row}>
              <MuteButton />
              <VolumeSlider />
            </div>
          </div>
        )}
      </Sheet>
    </div>
  )
}

function useHeard(): number {
  return usePlayer(({ muted, volume }) => (muted ? 0 : volume))
}

function MuteButton() {
  const heard = useHeard()
  const muted = usePlayer((state) => state.muted)
  const Icon = heard === 0 ? VolumeX : heard < 0.5 ? Volume1 : Volume2
  return (
    <IconButton
      label={muted ? messages.unmute : messages.mute}
      onClick={() => player.send({ type: 'set-muted', muted: !muted })}
    >
      <Icon size={20} aria-hidden="true" />
    </IconButton>
  )
}

function VolumeSlider() {
  const percent = Math.round(useHeard() * 100)
  return (
    <input
      type="range"
      className={styles.slider}
      style={{ '--filled': `${percent}%` } as CSSProperties}
      aria-label={messages.volume}
      aria-valuetext={`${percent} %`}
      min={0}
      max={100}
      step={5}
      value={percent}
      onChange={(event) => player.send({ type: 'set-volume', volume: Number(event.target.value) / 100 })}
    />
  )
}
