import type { ReactNode } from 'react'
import styles from './page.module.css'
import { usePageTitle } from './use-page-title.ts'

interface PageProps {
  /** Its part of the window's title. */
  title: string
  children: ReactNode
  className?: string | undefined
}

/** The measure that all pages share. */
export function Page({ title, children, className }: PageProps) {
  usePageTitle(title)
  return <div className={`${styles.page} ${className ?? ''}`}>{children}</div>
}
