import { formatDay } from '../../../lib/format-day.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import styles from './new-mark.module.css'

const newWord = 'New'

/** The day of an episode that became public since its podcast was followed, neither begun nor finished. */
export function NewMark({ publishedAt }: { publishedAt: string | null }) {
  return (
    <span className={styles.mark}>
      <span className={styles.dot} aria-hidden="true" />
      {publishedAt === null ? (
        newWord
      ) : (
        <>
          <VisuallyHidden>{newWord}, </VisuallyHidden>
          {formatDay(publishedAt)}
        </>
      )}
    </span>
  )
}
