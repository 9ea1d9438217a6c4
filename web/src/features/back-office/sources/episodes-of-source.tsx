import type { Source } from '@earmark/contract/sources.ts'
import { formatSize } from '../../../ui/file-field/file-kinds.ts'
import { sourceMessages as messages } from './messages.ts'
import styles from './source-state.module.css'

/** How many there are, how much of them is here, and what could not be. */
export function EpisodesOfSource({ source }: { source: Source }) {
  const { episodesCount, keptCount, keptBytes, refusedCount, refusedReason } = source
  return (
    <span className={styles.state}>
      <span>{episodesCount}</span>
      {keptCount > 0 && <span className="meta">{messages.kept(keptCount, formatSize(keptBytes))}</span>}
      {refusedCount > 0 && (
        <span className="meta" title={refusedReason ?? undefined}>
          {messages.refused(refusedCount)}
        </span>
      )}
    </span>
  )
}
