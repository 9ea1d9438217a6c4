import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Cover } from '../../../ui/cover/cover.tsx'
import { type NewTrack, PlayButton, Progress } from '../../player/index.ts'
import { messages } from '../messages.ts'
import { podcast } from '../queries.ts'
import { podcastTracks } from '../tracks.ts'
import styles from './continue-card.module.css'

/** A recording to continue; an episode plays on through its podcast, as everywhere. */
export function ContinueCard({ track: kept }: { track: NewTrack }) {
  const { recording } = kept
  const { data } = useQuery({
    ...podcast(recording.kind === 'episode' ? recording.podcastId : 0),
    enabled: recording.kind === 'episode',
  })
  const tracks = data && podcastTracks(data)
  const track = tracks?.get(recording.id) ?? kept

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
          {...(tracks ? { list: [...tracks.values()] } : {})}
          label={messages.playNamed(track.title)}
          outlined
        />
      </span>
    </article>
  )
}
