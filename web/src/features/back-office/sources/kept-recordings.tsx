import type { Source } from '@earmark/contract/sources.ts'
import { formatSize } from '../../../ui/file-field/file-kinds.ts'
import { sourceMessages as messages } from './messages.ts'
import styles from './source-state.module.css'

/** How much of a source is here, and what could not be. */
export function KeptRecordings({ source }: { source: Source }) {
  const { keptCount, keptBytes, refusedCount, refusedReason } = source
  return (
    <span className={styles.state}>
      {keptCount > 0 && <span>{messages.kept(keptCount, formatSize(keptBytes))}</span>}
      {refusedCount > 0 && (
        <span className="meta" title={refusedReason ?? undefined}>
          {messages.refused(refusedCount)}
        </span>
      )}
    </span>
  )
}
