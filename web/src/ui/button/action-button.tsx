import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './action-button.module.css'
import { Button } from './button.tsx'

interface ActionButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'type'> {
  icon: LucideIcon
  label: string
  /** Below the icon on phones. */
  short: string
  /** Pressed: it would undo its action. */
  done?: boolean
}

export function ActionButton({ icon: Icon, label, short, done, className, ...rest }: ActionButtonProps) {
  return (
    <Button
      className={`${styles.action} ${className ?? ''}`}
      data-short={short}
      data-done={done ? '' : undefined}
      {...rest}
    >
      <Icon size={18} aria-hidden="true" />
      <span className={styles.label}>{label}</span>
    </Button>
  )
}

/** For other buttons in its row; `data-short` is the word below the icon. */
export const actionClass = styles.action
