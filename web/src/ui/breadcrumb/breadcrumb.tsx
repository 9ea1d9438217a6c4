import { Children, type ReactNode } from 'react'
import styles from './breadcrumb.module.css'

interface BreadcrumbProps {
  /** Links to the pages above, outermost first. */
  children: ReactNode
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
