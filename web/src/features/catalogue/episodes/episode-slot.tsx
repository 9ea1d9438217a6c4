import { type EpisodesAddress, episodesPageSize } from '@earmark/contract/episode-lists.ts'
import type { Podcast } from '@earmark/contract/podcasts.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { EpisodeRow } from '../record/episode-row.tsx'
import { episodeTrack } from '../tracks.ts'
import styles from './episode-rows.module.css'
import { episodesMessages } from './messages.ts'
import { loadTracks } from '../load-tracks.ts'
import { episodePage } from './queries.ts'

interface EpisodeSlotProps {
  podcast: Podcast
  order: EpisodesAddress
  /** In the order. */
  place: number
  heading: 'h3' | 'h4'
  /** The ids of new episodes. */
  newIds: ReadonlySet<number>
  /** The listener wanted to go here. */
  isGoal: boolean
  onReached: () => void
}

/** The row of the episode at a place, which comes with its page of the order. */
export function EpisodeSlot({ podcast, order, place, heading, newIds, isGoal, onReached }: EpisodeSlotProps) {
  const slot = useRef<HTMLDivElement>(null)
  const page = useQuery(episodePage(podcast.id, order, Math.floor(place / episodesPageSize) + 1))
  const episode = page.data?.items[place % episodesPageSize]
  const isReached = isGoal && episode !== undefined

  useEffect(() => {
    if (!isReached) return
    slot.current?.querySelector('a')?.focus({ preventScroll: true })
    slot.current?.animate(
      [{ backgroundColor: 'var(--ember-wash)' }, { backgroundColor: 'transparent' }],
      1200,
    )
    onReached()
  }, [isReached, onReached])

  if (page.isError && !episode)
    return (
      <div className={styles.failed}>
        {episodesMessages.failed}
        <Button onClick={() => void page.refetch()}>{episodesMessages.tryAgain}</Button>
      </div>
    )
  return (
    <div ref={slot} className={styles.slot} aria-busy={episode === undefined}>
      {episode ? (
        <EpisodeRow
          episode={episode}
          track={episodeTrack(episode, podcast) ?? undefined}
          list={() => loadTracks(podcast, order, episode.id)}
          heading={heading}
          isNew={newIds.has(episode.id)}
          isClamped
        />
      ) : (
        <Skeleton className={styles.ghost} />
      )}
    </div>
  )
}
