import type { ComponentProps } from 'react'
import styles from './tool.module.css'

interface ToolProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'type'> {
  /** What it is called, with its present value. */
  label: string
  /** What stands under it. */
  caption: string
  /** A value is set that the listener should see. */
  isOn?: boolean
}

/** A button of the player that fills a phone: an icon or a value with its name under it. */
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
