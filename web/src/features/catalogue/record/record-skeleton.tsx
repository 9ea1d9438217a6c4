import { Page } from '../../../ui/page/page.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { messages } from '../messages.ts'
import styles from './record-frame.module.css'

/** A detail page's shape while its record loads. */
export function RecordSkeleton() {
  return (
    <Page title={messages.loading}>
      <VisuallyHidden>
        <span role="status">{messages.loading}</span>
      </VisuallyHidden>
      <div className={styles.head}>
        <div className={styles.cover}>
          <Skeleton className={styles.ghostCover} />
        </div>
        <div className={styles.words}>
          <Skeleton className={styles.ghostName} />
          <Skeleton className={styles.ghostLine} />
        </div>
        <Skeleton className={styles.ghostText} />
      </div>
    </Page>
  )
}
