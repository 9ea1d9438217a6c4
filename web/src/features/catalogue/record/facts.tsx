import type { ReactNode } from 'react'
import styles from './facts.module.css'

interface FactsProps {
  /** Before the others. */
  first?: ReactNode
  /** Short; unknown ones are left out. */
  facts: readonly (string | null)[]
  /** The length, or how far the listener is: the last of the facts. */
  progress?: ReactNode
  className?: string | undefined
}

/** Short facts in a line, a dot between those that there are. */
export function Facts({ first, facts, progress, className }: FactsProps) {
  const words = facts.filter((fact) => fact !== null).join(' · ')
  if (!first && words === '' && !progress) return null
  return (
    <p className={`number ${className ?? ''}`}>
      {first}
      {first && words !== '' && ' · '}
      {words}
      <span className={!first && words === '' ? undefined : styles.further}>{progress}</span>
    </p>
  )
}
