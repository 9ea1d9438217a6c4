import { type ReactNode, useEffect, useRef } from 'react'
import styles from './bulk-bar.module.css'

interface SelectionBarProps {
  label: string
  isRunning: boolean
  children: ReactNode
}

/** Ink on which paper writes, above whatever is at the window’s foot. */
export function SelectionBar({ label, isRunning, children }: SelectionBarProps) {
  const bar = useRef<HTMLDivElement>(null)

  // A run takes its button away, and the end of a run Stop.
  useEffect(() => {
    if (document.activeElement === document.body) bar.current?.focus({ preventScroll: true })
  }, [isRunning])

  return (
    <div ref={bar} role="group" aria-label={label} className={styles.bar} tabIndex={-1}>
      {children}
    </div>
  )
}
