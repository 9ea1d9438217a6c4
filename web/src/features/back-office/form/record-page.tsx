import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Breadcrumb } from '../../../ui/breadcrumb/breadcrumb.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { rememberedIndex } from '../index-search.ts'
import { formMessages } from '../messages.ts'
import styles from './record-page.module.css'

interface RecordPageProps {
  name: string
  /** The breadcrumb's link between the back office and this record. */
  above?: ReactNode
  /** Beside the heading. */
  aside?: ReactNode
  menu?: ReactNode
  children: ReactNode
}

/** A page of one record: breadcrumb, name, form and what belongs to it. */
export function RecordPage({ name, above, aside, menu, children }: RecordPageProps) {
  return (
    <Page title={name} className={styles.page}>
      <Breadcrumb current={name}>
        <Link to="/edit" search={rememberedIndex()} activeOptions={{ exact: true }}>
          {formMessages.edit}
        </Link>
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
