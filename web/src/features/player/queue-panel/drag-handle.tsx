import { GripVertical } from 'lucide-react'
import { messages } from '../bar-messages.ts'
import type { HandleProps } from './use-queue-drag.ts'
import styles from './queue-row.module.css'

/** Where the panel says which keys a handle takes. */
export const moveKeysId = 'queue-move-keys'

/** Takes a row to another place, by a pointer or by arrow keys. */
export function DragHandle({ title, handle }: { title: string; handle: HandleProps }) {
  return (
    <button
      type="button"
      className={styles.handle}
      aria-label={messages.move(title)}
      aria-describedby={moveKeysId}
      {...handle}
    >
      <GripVertical size={18} aria-hidden="true" />
    </button>
  )
}
