import { pagePositions } from '@earmark/contract/positions.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { apiQuery } from '../../../lib/query-client.ts'
import { useSession } from '../../auth/index.ts'
import { introduce, useContinued } from '../../player/index.ts'
import { messages } from '../messages.ts'
import { entryTrack } from '../tracks.ts'
import { ContinueCard } from './continue-card.tsx'
import styles from './continue-listening.module.css'

const unfinished = apiQuery(pagePositions, {
  querystring: { finished: false, pageNumber: 1, pageSize: 10, sortBy: 'updatedAt', sortOrder: 'desc' },
})

/** Recordings that were begun and not finished; those that this browser knows show at once. */
export function ContinueListening() {
  const title = useId()
  const { signedIn } = useSession()
  const { data } = useQuery({ ...unfinished, enabled: signedIn })
  const tracks = useContinued()

  // Names and covers of recordings from other devices; their positions are synchronised by the player.
  useEffect(() => {
    for (const entry of data?.items ?? []) {
      const track = entryTrack(entry)
      if (track !== null) introduce(track, entry)
    }
  }, [data])

  // Scroll snapping keeps to its card when newer ones come before it, and the router restores where a row was.
  const row = useRef<HTMLUListElement>(null)
  const router = useRouter()
  const latest = tracks[0]?.referenceLink
  useLayoutEffect(() => {
    const toBeginning = () => {
      row.current?.scrollTo({ left: 0, behavior: 'instant' })
    }
    toBeginning()
    return router.subscribe('onRendered', toBeginning)
  }, [router, latest])

  if (tracks.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby={title}>
      <h2 id={title} className={`title ${styles.title}`}>
        {messages.continueListening}
      </h2>
      <ul ref={row} role="list" className={styles.row}>
        {tracks.map((track) => (
          <li key={track.referenceLink} className={styles.place}>
            <ContinueCard track={track} />
          </li>
        ))}
      </ul>
    </section>
  )
}
