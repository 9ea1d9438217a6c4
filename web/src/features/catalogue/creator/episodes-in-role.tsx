import type { CreditRole } from '@earmark/contract/credits.ts'
import { pageCount } from '@earmark/contract/paging.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { prefetch } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { messages } from '../page-messages.ts'
import { EpisodesFound } from '../search/episodes-found.tsx'
import styles from './episodes-in-role.module.css'
import { creatorMessages } from './messages.ts'
import { episodes, episodesAtOnce } from './queries.ts'

interface EpisodesInRoleProps {
  creatorId: number
  role: CreditRole
  count: number
}

/** The episodes that credit a creator in a role, the newest first. */
export function EpisodesInRole({ creatorId, role, count }: EpisodesInRoleProps) {
  const [pageNumber, setPageNumber] = useState(1)
  const counted = useRef<HTMLParagraphElement>(null)
  const page = (number: number) => episodes(creatorId, role, number)
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...page(pageNumber),
    placeholderData: keepPreviousData,
  })

  return (
    <div className={styles.episodes} aria-busy={data === undefined || isPlaceholderData}>
      <div className={styles.head}>
        <p ref={counted} className="meta number" tabIndex={-1}>
          {creatorMessages.episodes(data?.totalCount ?? count)}
        </p>
        {count > episodesAtOnce && (
          <Pager
            label={creatorMessages.pagesOfEpisodes(role)}
            current={pageNumber}
            pages={pageCount(data?.totalCount ?? count, episodesAtOnce)}
            onChoose={(number) => {
              setPageNumber(number)
              // The buttons for a step disappear on the first and the last page, and the focus with them.
              counted.current?.focus({ preventScroll: true })
            }}
            onHint={(number) => prefetch(page(number))}
          />
        )}
      </div>
      {data ? (
        <EpisodesFound episodes={data.items} />
      ) : isError ? (
        <div className={styles.head}>
          <p role="alert">{creatorMessages.episodesFailed}</p>
          <Button onClick={() => void refetch()}>{messages.reload}</Button>
        </div>
      ) : (
        <Skeletons count={Math.min(count, episodesAtOnce)} />
      )}
    </div>
  )
}

function Skeletons({ count }: { count: number }) {
  return (
    <div className={styles.skeletons}>
      {Array.from({ length: count }, (_, place) => (
        <Skeleton key={place} className={styles.skeleton} />
      ))}
    </div>
  )
}
