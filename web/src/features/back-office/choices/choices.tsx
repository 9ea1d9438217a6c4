import { type PagedResult, pageCount } from '@earmark/contract/paging.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { type ApiQuery, prefetch } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Pager } from '../../../ui/pager/pager.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { peopleMessages } from '../messages.ts'
import styles from './choices.module.css'

/** What can be chosen from: the records of a kind. */
export interface ChoiceKind<Item> {
  messages: {
    selectorTitle: string
    pages: string
    loadFailed: string
    nobodyFound: (term: string) => string
    nobodyAtAll: string
  }
  /** @returns a page of at most `choicesAtOnce` */
  page: (search: string, pageNumber: number) => ApiQuery<PagedResult<Item>>
  nameOf: (item: Item) => string
  /** Beside the name. */
  factOf: (item: Item) => ReactNode
}

export const choicesAtOnce = 10

interface ChoicesProps<Item> {
  kind: ChoiceKind<Item>
  search: string
  pageNumber: number
  /** Ids that are there already. */
  known: readonly number[]
  onPage: (pageNumber: number) => void
  onChoose: (item: Item) => void
}

export function Choices<Item extends { id: number }>(props: ChoicesProps<Item>) {
  const { kind, search, pageNumber, known, onPage, onChoose } = props
  const { messages } = kind
  const list = useRef<HTMLUListElement>(null)
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...kind.page(search, pageNumber),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

  if (data === undefined)
    return isError ? <Failure text={messages.loadFailed} onReload={() => void refetch()} /> : <Loading />
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
        {data.items.map((item) => (
          <li key={item.id}>
            <Choice kind={kind} item={item} isThere={known.includes(item.id)} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {data.totalCount === 0 && (
        <p role="status">{search === '' ? messages.nobodyAtAll : messages.nobodyFound(search)}</p>
      )}
      {data.totalCount > choicesAtOnce && (
        <Pager
          label={messages.pages}
          current={pageNumber}
          pages={pageCount(data.totalCount, choicesAtOnce)}
          onChoose={(page) => {
            onPage(page)
            list.current?.focus()
          }}
          onHint={(page) => prefetch(kind.page(search, page))}
        />
      )}
    </div>
  )
}

interface ChoiceProps<Item> extends Pick<ChoicesProps<Item>, 'kind' | 'onChoose'> {
  item: Item
  isThere: boolean
}

function Choice<Item>({ kind, item, isThere, onChoose }: ChoiceProps<Item>) {
  return (
    <button type="button" className={styles.choice} disabled={isThere} onClick={() => onChoose(item)}>
      <bdi className={styles.nickname}>{kind.nameOf(item)}</bdi>{' '}
      <span className={styles.name}>
        <bdi>{kind.factOf(item)}</bdi>
        {isThere && ` ${peopleMessages.alreadyThere}`}
      </span>
    </button>
  )
}

function Loading() {
  return (
    <div className={styles.choices}>
      <VisuallyHidden>
        <span role="status">{peopleMessages.loading}</span>
      </VisuallyHidden>
      {[1, 2, 3, 4].map((place) => (
        <Skeleton key={place} className={styles.grey} />
      ))}
    </div>
  )
}

function Failure({ text, onReload }: { text: string; onReload: () => void }) {
  return (
    <div className={styles.failure}>
      <p role="alert">{text}</p>
      <Button onClick={onReload}>{peopleMessages.reload}</Button>
    </div>
  )
}
