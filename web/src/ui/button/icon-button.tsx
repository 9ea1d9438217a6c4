import type { ComponentProps } from 'react'
import styles from './button.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'type'> {
  /** Accessible name and tooltip: with both attributes it would be read twice. */
  label: string
  outlined?: boolean
}

/** For links that look like icon buttons. */
export const iconButtonClass = styles.icon

export function IconButton({ label, outlined, className, ...rest }: IconButtonProps) {
  const classes = className ? `${styles.icon} ${className}` : styles.icon
  return (
    <button
      type="button"
      className={classes}
      title={label}
      data-outlined={outlined ? '' : undefined}
      {...rest}
    />
  )
}
