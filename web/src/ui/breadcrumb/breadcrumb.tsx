import { Children, type ReactNode } from 'react'
import styles from './breadcrumb.module.css'

interface BreadcrumbProps {
  /** Links to the places above this page, outermost first; what is empty is left out. */
  children: ReactNode
  /** This page's own name. */
  current: string
}

export function Breadcrumb({ children, current }: BreadcrumbProps) {
  return (
    <nav aria-label="Breadcrumb">
      <ol role="list" className={styles.list}>
        {Children.map(Children.toArray(children), (link) => (
          <li>{link}</li>
        ))}
        <li>
          <span aria-current="page" dir="auto">
            {current}
          </span>
        </li>
      </ol>
    </nav>
  )
}
