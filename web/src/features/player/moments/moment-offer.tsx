import { useLocation } from '@tanstack/react-router'
import { Pause, Play } from 'lucide-react'
import { formatTime } from '../../../lib/format-time.ts'
import { type Moment, readMoment } from '../../../lib/moment.ts'
import { Button } from '../../../ui/button/button.tsx'
import { player, usePlayer } from '../player.ts'
import { useStoredPosition } from '../positions/hooks.ts'
import { isActive, isCurrent, type NewTrack } from '../reducer/state.ts'
import { messages } from './messages.ts'
import styles from './moment-offer.module.css'
import { goBackTo, goOnFromHere, playMoment } from './play-moment.ts'

export interface MomentOfferProps {
  track: NewTrack
  /** Fetches the rest of the queue. */
  list?: () => Promise<readonly NewTrack[]>
}

/** Nothing for an address whose moment cannot be read, or is not in the recording. */
export function MomentOffer({ track, list }: MomentOfferProps) {
  const search = useLocation({ select: (location) => location.search as { t?: unknown; end?: unknown } })
  const moment = readMoment(search, track.durationSeconds)
  return moment && <Offer track={track} list={list} moment={moment} />
}

function Offer({ track, list, moment }: MomentOfferProps & { moment: Moment }) {
  const isVisited = usePlayer((state) => isCurrent(state, track) && isVisit(state.visit, moment))
  const isOver = usePlayer(({ visit }) => visit?.stopped ?? false)
  const sounds = usePlayer(isActive) && isVisited
  const own = useStoredPosition(track.recording, (kept) =>
    kept === null || kept.finished || kept.position < 1 ? null : kept.position,
  )
  const [from, to] = [moment.startSeconds, moment.endSeconds ?? 0].map(formatTime) as [string, string]
  const label = moment.endSeconds === null ? messages.playFrom(from) : messages.playClip(from, to)
  const Icon = sounds ? Pause : Play

  function play(): void {
    if (isVisited && !isOver) player.toggle()
    else playMoment(track, moment, list)
  }

  return (
    <section
      className={styles.offer}
      aria-label={moment.endSeconds === null ? messages.moment : messages.clip}
    >
      <Button kind="filled" className={styles.play} onClick={play}>
        <Icon size={18} fill="currentColor" aria-hidden="true" />
        {sounds ? messages.pause : label}
      </Button>
      {(isVisited || own !== null) && (
        <p className={styles.words}>
          {own === null ? messages.nothingKept : messages.stays(formatTime(own))}
        </p>
      )}
      {isVisited && (
        <div className={styles.ways}>
          <Button onClick={goOnFromHere}>{messages.goOn}</Button>
          {own !== null && <Button onClick={() => goBackTo(own)}>{messages.backTo(formatTime(own))}</Button>}
        </div>
      )}
    </section>
  )
}

function isVisit(visit: Moment | null, { startSeconds, endSeconds }: Moment): boolean {
  return visit?.startSeconds === startSeconds && visit.endSeconds === endSeconds
}
