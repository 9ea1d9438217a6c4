import type { PodcastOverview } from '@earmark/contract/episode-lists.ts'
import { listFollows } from '@earmark/contract/follows.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { apiQuery } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useSession } from '../../auth/index.ts'
import { type Heard, useHeard } from '../../player/index.ts'
import { messages } from '../page-messages.ts'
import { EpisodeChoices } from './episode-choices.tsx'
import { EpisodeRows } from './episode-rows.tsx'
import styles from './episodes.module.css'
import { episodesMessages } from './messages.ts'
import { episodeIds } from '../episode-queries.ts'
import { episodePage, type HeardFilter, type PodcastAddress } from './queries.ts'

/** Changed by the library's buttons, too: the query is theirs. */
const follows = apiQuery(listFollows, {})

interface EpisodesProps {
  podcast: PodcastOverview
  address: PodcastAddress
  onAddress: (address: PodcastAddress) => void
}

/** The episodes of a podcast, as they are chosen in the address. */
export function Episodes({ podcast, address, onAddress }: EpisodesProps) {
  const title = useId()
  const { show, ...order } = address
  const heard = useHeard(podcast.id)
  const first = useQuery({ ...episodePage(podcast.id, order, 1), placeholderData: (before) => before })
  const { data: ids } = useQuery({ ...episodeIds(podcast.id, order), placeholderData: (before) => before })
  const newIds = useNew(podcast.id, heard)
  const places = show === undefined ? placesOf(first.data?.totalCount ?? 0) : placesIn(ids ?? [], heard, show)
  const isKnown = first.data !== undefined && (show === undefined || ids !== undefined)
  const isWhole = order.season === undefined && order.search === undefined && show === undefined
  const isByDay = (order.sortBy ?? 'publishedAt') === 'publishedAt'
  const years = isWhole && isByDay && podcast.years.length > 1 ? podcast.years : []
  const isAscending = (order.sortOrder ?? (podcast.episodeOrder === 'Newest' ? 'desc' : 'asc')) === 'asc'
  return (
    <section className={styles.section} aria-labelledby={title}>
      <h2 id={title} className={`title ${styles.title}`}>
        {messages.episodes(podcast.episodesCount)}
      </h2>
      <EpisodeChoices
        podcast={podcast}
        address={address}
        counts={ids && countsOf(ids, heard)}
        onAddress={onAddress}
      />
      {first.isError && !first.data && <Failed onRetry={() => void first.refetch()} />}
      {isKnown && places.length === 0 && <Nothing show={show} onAll={() => onAddress({})} />}
      {isKnown && places.length > 0 && (
        <EpisodeRows
          podcast={podcast}
          order={order}
          places={places}
          years={isAscending ? years.toReversed() : years}
          newIds={newIds}
          whereIAm={heard.latest === null || !ids ? -1 : places.indexOf(ids.indexOf(heard.latest))}
        />
      )}
    </section>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.message} role="alert">
      <p>{episodesMessages.failed}</p>
      <Button onClick={onRetry}>{episodesMessages.tryAgain}</Button>
    </div>
  )
}

const nothing = { unplayed: episodesMessages.allHeard, begun: episodesMessages.noneBegun }

function Nothing({ show, onAll }: { show: HeardFilter | undefined; onAll: () => void }) {
  return (
    <div className={styles.message} role="status">
      <p>{show ? nothing[show] : episodesMessages.noneMatch}</p>
      <Button onClick={onAll}>{episodesMessages.showAll}</Button>
    </div>
  )
}

/** The ids of episodes that became public since the podcast is followed, neither begun nor finished. */
function useNew(podcastId: number, { begun, finished }: Heard): ReadonlySet<number> {
  const { signedIn } = useSession()
  const { data } = useQuery({ ...follows, enabled: signedIn })
  return useMemo(() => {
    const follow = signedIn ? data?.find(({ podcast }) => podcast.id === podcastId) : undefined
    return new Set(follow?.newEpisodeIds.filter((id) => !begun.has(id) && !finished.has(id)))
  }, [signedIn, data, podcastId, begun, finished])
}

function placesOf(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place)
}

/** The places, among all ids, of those that the filter leaves. */
function placesIn(ids: readonly number[], heard: Heard, show: HeardFilter): number[] {
  const isShown = (id: number) => (show === 'begun' ? heard.begun.has(id) : !heard.finished.has(id))
  return ids.flatMap((id, place) => (isShown(id) ? [place] : []))
}

function countsOf(ids: readonly number[], heard: Heard): Record<HeardFilter | 'all', number> {
  return {
    all: ids.length,
    unplayed: placesIn(ids, heard, 'unplayed').length,
    begun: placesIn(ids, heard, 'begun').length,
  }
}
