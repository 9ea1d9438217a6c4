import type { ReactNode } from 'react'
import { Button, buttonClass } from '../../../ui/button/button.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { MyLibraryLink } from '../../library/index.ts'
import { messages } from '../messages.ts'
import styles from './notice-page.module.css'

interface NoticePageProps {
  title: string
  heading: string
  text?: string
  /** Buttons and links. */
  children: ReactNode
}

/** A page in place of what cannot be shown. */
export function NoticePage({ title, heading, text, children }: NoticePageProps) {
  return (
    <Page title={title}>
      <div className={styles.notice}>
        <h1 className={`title ${styles.title}`} tabIndex={-1}>
          {heading}
        </h1>
        {text && <p>{text}</p>}
        <div className={styles.actions}>{children}</div>
      </div>
    </Page>
  )
}

/** Shown under /not-found, and in place of a record that could not be loaded, under that record's address. */
export function NotFoundPage() {
  return (
    <NoticePage title={messages.notFoundTitle} heading={messages.notFound}>
      <Button kind="filled" onClick={() => window.location.reload()}>
        {messages.reload}
      </Button>
      <MyLibraryLink className={buttonClass} />
    </NoticePage>
  )
}
