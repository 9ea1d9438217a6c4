import type { ListPath, ListSort } from '@earmark/contract/list-addresses.ts'
import { Choice } from '../../../ui/choice/choice.tsx'
import { browseMessages } from './messages.ts'
import styles from './sort-choice.module.css'

const offeredOrders: Record<ListPath, readonly string[]> = {
  '/audio-books': [
    'publishedAt desc',
    'publishedAt asc',
    'name asc',
    'name desc',
    'author asc',
    'durationSeconds asc',
    'durationSeconds desc',
    'publishedYear desc',
    'publishedYear asc',
    'id asc',
  ],
  '/podcasts': [
    'publishedAt desc',
    'publishedAt asc',
    'latestEpisodeAt desc',
    'name asc',
    'name desc',
    'id asc',
  ],
}

interface SortChoiceProps {
  path: ListPath
  query: ListSort & { search: string }
  onChoose: (sort: ListSort) => void
}

export function SortChoice({ path, query, onChoose }: SortChoiceProps) {
  // Relevance has one direction only, whatever the address says.
  const current = query.sortBy === 'relevance' ? 'relevance asc' : `${query.sortBy} ${query.sortOrder}`
  const best = query.search === '' ? [] : ['relevance asc']
  const offered = new Set([...best, ...offeredOrders[path], current])
  return (
    <Choice
      isRound
      label={browseMessages.sortBy}
      value={current}
      className={styles.choice}
      onChoose={(sort) => {
        const [sortBy, sortOrder] = sort.split(' ')
        onChoose({ sortBy, sortOrder } as ListSort)
      }}
    >
      {[...offered].map((sort) => (
        <option key={sort} value={sort}>
          {browseMessages.sorts[sort]}
        </option>
      ))}
    </Choice>
  )
}
