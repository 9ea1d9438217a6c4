import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden/visually-hidden.tsx'
import { messages } from '../messages.ts'
import styles from './library-page.module.css'

const ghosts = [1, 2, 3, 4, 5]

/** The sections' shape while the library loads. */
export function LibrarySkeleton() {
  return (
    <>
      <VisuallyHidden>
        <span role="status">{messages.loading}</span>
      </VisuallyHidden>
      <div className={styles.section} aria-hidden="true">
        <div className={styles.head}>
          <Skeleton className={styles.ghostHeading} />
        </div>
        <div className={styles.ghosts}>
          {ghosts.map((ghost) => (
            <Skeleton key={ghost} className={styles.ghostCover} />
          ))}
        </div>
      </div>
    </>
  )
}
