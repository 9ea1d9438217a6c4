import { Button, buttonClass } from '../../../ui/button/button.tsx'
import { MyLibraryLink } from '../../library/index.ts'
import { messages } from '../messages.ts'
import { Page } from '../../../ui/page/page.tsx'
import styles from './not-found-page.module.css'

/** Shown under /not-found, and in place of a record that could not be loaded, under that record's address. */
export function NotFoundPage() {
  return (
    <Page title={messages.notFoundTitle}>
      <div className={styles.notFound}>
        <h1 className={`title ${styles.title}`} tabIndex={-1}>
          {messages.notFound}
        </h1>
        <div className={styles.actions}>
          <Button kind="filled" onClick={() => window.location.reload()}>
            {messages.reload}
          </Button>
          <MyLibraryLink className={buttonClass} />
        </div>
      </div>
    </Page>
  )
}
