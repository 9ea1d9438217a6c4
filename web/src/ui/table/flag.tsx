import { Check, Minus } from 'lucide-react'
import { VisuallyHidden } from '../visually-hidden/visually-hidden.tsx'
import styles from './flag.module.css'

export function Flag({ on }: { on: boolean }) {
  const Icon = on ? Check : Minus
  return (
    <span className={styles.flag} data-on={on}>
      <Icon size={18} aria-hidden="true" />
      <VisuallyHidden>{on ? 'Yes' : 'No'}</VisuallyHidden>
    </span>
  )
}
