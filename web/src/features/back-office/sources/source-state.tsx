import type { Source } from '@earmark/contract/sources.ts'
import { useState } from 'react'
import { formatAgo } from '../../../lib/format-time.ts'
import { sourceMessages as messages } from './messages.ts'
import { useChecking } from './source-calls.ts'
import styles from './source-state.module.css'

/** How a source stands in words, and why it could not be read last. With another answer it is another element: its times are relative. */
export function SourceState({ source }: { source: Source }) {
  const [shownAt] = useState(() => Date.now())
  const isChecking = useChecking((ids) => ids.has(source.id))
  return (
    <span className={styles.state} data-state={source.state}>
      <span>{isChecking ? messages.checking : stateWords(source, shownAt)}</span>
      {source.lastError !== null && source.state !== 'paused' && (
        <span className="meta">{source.lastError}</span>
      )}
    </span>
  )
}

export function stateWords(
  { state, checkedAt, failingSince }: Pick<Source, 'state' | 'checkedAt' | 'failingSince'>,
  now: number,
): string {
  if (state === 'paused') return messages.paused
  if (state === 'gone') return messages.gone
  if (state === 'failing')
    return failingSince === null ? messages.failingFrom : messages.failing(failingSince, now)
  if (checkedAt === null) return messages.notChecked
  return messages.checked(formatAgo((now - Date.parse(checkedAt)) / 1000))
}

export function nextWords({ nextAt }: Pick<Source, 'nextAt'>, now: number): string {
  if (nextAt === null) return ''
  const minutes = Math.ceil((Date.parse(nextAt) - now) / 60_000)
  return minutes <= 0 ? messages.due : messages.nextIn(minutes)
}
