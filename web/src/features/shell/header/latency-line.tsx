import { type Query, useIsFetching } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import styles from './latency-line.module.css'

/** A line on the header's lower edge while a page or its data loads. */
export function LatencyLine() {
  const isNavigating = useRouterState({ select: ({ status }) => status === 'pending' })
  const isLoading = useIsFetching({ predicate: isAwaited }) > 0
  return (
    <div className={styles.line} data-on={isNavigating || isLoading ? '' : undefined} aria-hidden="true" />
  )
}

/** Whether something on the page waits for its first data. */
function isAwaited(query: Query): boolean {
  return query.state.data === undefined && query.isActive()
}
