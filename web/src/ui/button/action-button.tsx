import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './action-button.module.css'
import { Button } from './button.tsx'

interface ActionButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'type'> {
  icon: LucideIcon
  /** What it does, in words. */
  label: string
  /** One or two of them: on phones they stand below the icon. */
  short: string
  /** What it does is done: it would undo it. */
  done?: boolean
}

/** One of a record's actions: a button with words, on phones an icon in a row of others. */
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

/** The class of such a row's other buttons; their `data-short` is the word below their icon. */
export const actionClass = styles.action
