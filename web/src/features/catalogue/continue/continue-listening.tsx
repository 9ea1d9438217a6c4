import { pagePositions } from '@earmark/contract/positions.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiQuery } from '../../../lib/query-client.ts'
import { useSession } from '../../auth/index.ts'
import { introduce, useContinued } from '../../player/index.ts'
import { messages } from '../page-messages.ts'
import { entryTrack } from './entry-track.ts'
import { ContinueCard } from './continue-card.tsx'
import styles from './continue-listening.module.css'
import { ScrollingShelf } from './scrolling-shelf.tsx'

const unfinished = apiQuery(pagePositions, {
  querystring: { finished: false, pageNumber: 1, pageSize: 10, sortBy: 'updatedAt', sortOrder: 'desc' },
})

/** Recordings that were begun and not finished; those that this browser knows show at once. */
export function ContinueListening() {
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

  if (tracks.length === 0) return null
  return (
    <ScrollingShelf title={messages.continueListening} first={tracks[0]?.referenceLink}>
      {tracks.map((track) => (
        <li key={track.referenceLink} className={styles.place}>
          <ContinueCard track={track} />
        </li>
      ))}
    </ScrollingShelf>
  )
}
