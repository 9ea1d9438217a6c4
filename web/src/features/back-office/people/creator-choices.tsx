import { type Creator, pageCreators } from '@earmark/contract/creators.ts'
import { pageCount, pagedQuery } from '@earmark/contract/paging.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { apiQuery, prefetch } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { peopleMessages as messages } from '../messages.ts'
import styles from './creator-choices.module.css'

interface CreatorChoicesProps {
  search: string
  pageNumber: number
  known: readonly number[]
  onPage: (pageNumber: number) => void
  onChoose: (creator: Creator) => void
}

const pageSize = 10

/** By nickname; with a search, by relevance. */
function choices(search: string, pageNumber: number) {
  const sortBy = search === '' ? 'nickname' : 'relevance'
  return apiQuery(pageCreators, {
    querystring: pagedQuery<'id' | 'nickname' | 'name' | 'surname'>({ search, pageNumber, pageSize, sortBy }),
  })
}

export function CreatorChoices({ search, pageNumber, known, onPage, onChoose }: CreatorChoicesProps) {
  const list = useRef<HTMLUListElement>(null)
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...choices(search, pageNumber),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

  if (data === undefined) return isError ? <Failure onReload={() => void refetch()} /> : <Loading />
  return (
    <div className={styles.choices}>
      <ul
        ref={list}
        role="list"
        className={styles.list}
        aria-label={messages.selectorTitle}
        aria-busy={isPlaceholderData}
        tabIndex={-1}
      >
        {data.items.map((creator) => (
          <li key={creator.id}>
            <Choice creator={creator} isThere={known.includes(creator.id)} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {data.totalCount === 0 && (
        <p role="status">{search === '' ? messages.nobodyAtAll : messages.nobodyFound(search)}</p>
      )}
      {data.totalCount > pageSize && (
        <Pager
          label={messages.pages}
          current={pageNumber}
          pages={pageCount(data.totalCount, pageSize)}
          onChoose={(page) => {
            onPage(page)
            list.current?.focus()
          }}
          onHint={(page) => prefetch(choices(search, page))}
        />
      )}
    </div>
  )
}

interface ChoiceProps {
  creator: Creator
  isThere: boolean
  onChoose: (creator: Creator) => void
}

function Choice({ creator, isThere, onChoose }: ChoiceProps) {
  return (
    <button type="button" className={styles.choice} disabled={isThere} onClick={() => onChoose(creator)}>
      <bdi className={styles.nickname}>{creator.nickname}</bdi>{' '}
      <span className={styles.name}>
        <bdi>{[creator.name, creator.surname].filter(Boolean).join(' ')}</bdi>
        {isThere && ` ${messages.alreadyThere}`}
      </span>
    </button>
  )
}

function Loading() {
  return (
    <div className={styles.choices}>
      <VisuallyHidden>
        <span role="status">{messages.loading}</span>
      </VisuallyHidden>
      {[1, 2, 3, 4].map((place) => (
        <Skeleton key={place} className={styles.grey} />
      ))}
    </div>
  )
}

function Failure({ onReload }: { onReload: () => void }) {
  return (
    <div className={styles.failure}>
      <p role="alert">{messages.loadFailed}</p>
      <Button onClick={onReload}>{messages.reload}</Button>
    </div>
  )
}
