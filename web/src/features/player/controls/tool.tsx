import type { ComponentProps } from 'react'
import styles from './tool.module.css'

interface ToolProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'type'> {
  /** Its name and present value. */
  label: string
  caption: string
  /** Highlighted. */
  isOn?: boolean
}

/** A button of the full player: an icon or a value above its caption. */
export function Tool({ label, caption, isOn, children, ...rest }: ToolProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      data-on={isOn ? '' : undefined}
      {...rest}
    >
      <span className={styles.face}>{children}</span>
      <span className={styles.caption}>{caption}</span>
    </button>
  )
}
