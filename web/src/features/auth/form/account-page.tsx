import type { ReactNode } from 'react'
import { Page } from '../../../ui/page/page.tsx'
import styles from './account-page.module.css'

interface AccountPageProps {
  title: string
  /** The window's title, where the heading says more. */
  windowTitle?: string | undefined
  intro?: string | undefined
  children: ReactNode
  /** A link to another account page. */
  foot?: ReactNode
}

/** The frame of a page with a single form. */
export function AccountPage({ title, windowTitle = title, intro, children, foot }: AccountPageProps) {
  return (
    <Page title={windowTitle} className={styles.page}>
      <div className={styles.sheet}>
        <h1 className={`title ${styles.title}`} tabIndex={-1}>
          {title}
        </h1>
        {intro && <p className={styles.intro}>{intro}</p>}
        <div className={styles.body}>{children}</div>
        {foot && <p className={styles.foot}>{foot}</p>}
      </div>
    </Page>
  )
}
