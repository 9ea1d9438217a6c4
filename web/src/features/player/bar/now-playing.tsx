import { Link } from '@tanstack/react-router'
import { ChapterControl } from '../chapters/chapter-control.tsx'
import { usePlayer } from '../player.ts'
import { TrackCover } from '../controls/track-cover.tsx'
import type { Track } from '../reducer/state.ts'
import { messages } from '../bar-messages.ts'
import { togglePanel } from '../panels.ts'
import styles from './now-playing.module.css'

export function NowPlaying({ track, failed }: { track: Track; failed: boolean }) {
  const second = failed ? <span className={styles.failure}>{messages.audioError}</span> : track.subtitle
  const hasChapters = usePlayer(({ chapters }) => chapters.length > 0)
  return (
    <div className={styles.nowPlaying}>
      <Link to={track.referenceLink} className={styles.coverLink} tabIndex={-1} aria-hidden="true">
        <TrackCover track={track} sizes="52px" />
      </Link>
      <div className={styles.words}>
        <Link to={track.referenceLink} className={styles.title} title={track.title} dir="auto">
          {track.title}
        </Link>
        {!failed && hasChapters ? (
          <ChapterControl as="line" recording={track.recording} />
        ) : (
          <span className={styles.subtitle} dir="auto">
            {second}
          </span>
        )}
      </div>
      {/* On a phone it covers the links. */}
      <button
        type="button"
        className={styles.opener}
        aria-label={messages.openPlayer}
        onClick={() => togglePanel('player')}
      />
    </div>
  )
}
