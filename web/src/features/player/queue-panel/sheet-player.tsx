import { Link } from '@tanstack/react-router'
import { Cover } from '../../../ui/cover/cover.tsx'
import { Transport } from '../player-bar/transport.tsx'
import { SeekBar } from '../seek-bar/seek-bar.tsx'
import { useCurrentTrack } from '../use-player.ts'
import styles from './sheet-player.module.css'

/** What the phone's bar has no room for: the large cover, the slider, all the controls. */
export function SheetPlayer() {
  const track = useCurrentTrack()
  if (track === null) return null
  return (
    <div className={styles.sheetPlayer}>
      <Link to={track.referenceLink} className={styles.recording}>
        <Cover
          name={track.title}
          coverImagePreviewUrl={track.coverImageSrc}
          sizes="120px"
          className={styles.cover}
        />
        <span className={styles.words}>
          <span className={styles.title}>{track.title}</span>
          <span className={styles.subtitle}>{track.subtitle}</span>
        </span>
      </Link>
      <SeekBar />
      <Transport large />
    </div>
  )
}
