import type { ReactNode } from 'react'
import styles from './form-bar.module.css'

interface PageBarProps {
  /** The number of changes, or the progress of a save. */
  state: ReactNode
  /** There are two ways to save. */
  hasTwoWays?: boolean
  /** Its buttons. */
  children: ReactNode
}

/** The bar at the window's foot. */
export function PageBar({ state, hasTwoWays = false, children }: PageBarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.content} data-two-ways={hasTwoWays ? '' : undefined}>
        <div className={styles.state}>{state}</div>
        {children}
      </div>
    </div>
  )
}
