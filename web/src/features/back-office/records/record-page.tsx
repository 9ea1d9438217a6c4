import type { ReactNode } from 'react'
import { Breadcrumb } from '../../../ui/breadcrumb/breadcrumb.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { IndexLink } from '../index-page/index-link.tsx'
import styles from './record-page.module.css'

interface RecordPageProps {
  name: string
  /** The place between the back office and this record. */
  above?: ReactNode
  /** Beside the heading. */
  aside?: ReactNode
  /** What can be done with the record, last in the head. */
  menu?: ReactNode
  children: ReactNode
}

/** One record in the back office: where it is, its name, its form, and what belongs to it. */
export function RecordPage({ name, above, aside, menu, children }: RecordPageProps) {
  return (
    <Page title={name} className={styles.page}>
      <Breadcrumb current={name}>
        <IndexLink />
        {above}
      </Breadcrumb>
      <div className={styles.head}>
        <h1 className={`title ${styles.title}`} dir="auto" tabIndex={-1}>
          {name}
        </h1>
        {aside && <div className={styles.aside}>{aside}</div>}
        {menu}
      </div>
      {children}
    </Page>
  )
}
