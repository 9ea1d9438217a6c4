import { Link } from '@tanstack/react-router'
import { Cover } from '../../../ui/cover/cover.tsx'
import { type NewTrack, PlayButton, Progress } from '../../player/index.ts'
import { messages } from '../page-messages.ts'
import { loadTracks } from '../load-tracks.ts'
import styles from './continue-card.module.css'

/** A recording to continue; an episode plays on through its podcast, as everywhere. */
export function ContinueCard({ track }: { track: NewTrack }) {
  const { recording } = track
  const { kind, id } = recording
  return (
    <article className={styles.card}>
      <div className={styles.cover}>
        <Cover
          name={track.title}
          coverImagePreviewUrl={track.coverImageSrc}
          {...track.coverLooks}
          shape="square"
          sizes="76px"
        />
      </div>
      <div className={styles.words}>
        <h3 className={`title ${styles.name}`} dir="auto">
          <Link to={track.referenceLink} className={styles.link}>
            {track.title}
          </Link>
        </h3>
        <p className={`meta ${styles.subtitle}`} dir="auto">
          {track.subtitle}
        </p>
        <Progress recording={recording} durationSeconds={track.durationSeconds} as="bar" />
      </div>
      <span className={styles.play}>
        <PlayButton
          track={track}
          {...(kind === 'episode' && {
            list: () => loadTracks({ id: recording.podcastId, name: track.subtitle }, {}, id),
          })}
          label={messages.playNamed(track.title)}
          outlined
        />
      </span>
    </article>
  )
}
