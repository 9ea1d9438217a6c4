import type { ReactNode } from 'react'
import styles from './strip.module.css'

interface StripProps {
  /** What is to be known. */
  text: ReactNode
  /** What can be done about it: buttons. */
  children?: ReactNode
}

/** A warning over a page; screen readers are told when it changes. */
export function Strip({ text, children }: StripProps) {
  return (
    <div className={styles.strip}>
      <p className={styles.text} role="status">
        {text}
      </p>
      <div className={styles.actions}>{children}</div>
    </div>
  )
}
