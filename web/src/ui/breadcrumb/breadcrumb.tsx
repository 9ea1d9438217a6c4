import { Children, type ReactNode } from 'react'
import styles from './breadcrumb.module.css'

interface BreadcrumbProps {
  /** Links to the places above this page, outermost first. */
  children: ReactNode
  /** This page's own name. */
  current: string
}

export function Breadcrumb({ children, current }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb">
      <ol role="list" className={styles.list}>
        {Children.map(children, (link) => (
          <li>{link}</li>
        ))}
        <li>
          <span aria-current="page">{current}</span>
        </li>
      </ol>
    </nav>
  )
}
