import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './choice.module.css'

interface ChoiceProps {
  label: string
  value: string | number
  onChoose: (value: string) => void
  /** A pill, beside the filters of a list for listeners. */
  isRound?: boolean
  className?: string | undefined
  /** Its options. */
  children: ReactNode
}

/** One of a few, among the tools of a list; its label is for screen readers alone. */
export function Choice({ label, value, onChoose, isRound = false, className = '', children }: ChoiceProps) {
  return (
    <span className={`${styles.choice} ${className}`} data-round={isRound ? '' : undefined}>
      <select
        aria-label={label}
        className={styles.select}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
      >
        {children}
      </select>
      <ChevronDown size={16} className={styles.arrow} aria-hidden="true" />
    </span>
  )
}
