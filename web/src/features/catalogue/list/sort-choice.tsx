import { ChevronDown } from 'lucide-react'
import { messages } from '../messages.ts'
import type { ListQuery } from '../queries.ts'
import styles from './sort-choice.module.css'

type Sort = Pick<ListQuery, 'sortBy' | 'sortOrder'>

const usual = ['id asc', 'createdAt desc', 'createdAt asc', 'name asc', 'name desc'] as const

interface SortChoiceProps {
  query: ListQuery
  onChoose: (sort: Sort) => void
}

export function SortChoice({ query, onChoose }: SortChoiceProps) {
  // Relevance has one direction only, whatever the address says.
  const current = query.sortBy === 'relevance' ? 'relevance asc' : `${query.sortBy} ${query.sortOrder}`
  const offered = new Set([...(query.search === '' ? [] : ['relevance asc']), ...usual, current])
  return (
    <label className={styles.choice}>
      <select
        className={styles.select}
        aria-label={messages.sortBy}
        value={current}
        onChange={(event) => {
          const [sortBy, sortOrder] = event.target.value.split(' ')
          onChoose({ sortBy, sortOrder } as Sort)
        }}
      >
        {[...offered].map((sort) => (
          <option key={sort} value={sort}>
            {messages.sorts[sort]}
          </option>
        ))}
      </select>
      <ChevronDown size={16} className={styles.arrow} aria-hidden="true" />
    </label>
  )
}
