import type { ComponentProps } from 'react'
import styles from './button.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'type'> {
  /** What it does, in words: its accessible name and its tooltip. */
  label: string
  outlined?: boolean
}

/** The classes of an icon button, for links that look like one. */
export const iconButtonClass = styles.icon

export function IconButton({ label, outlined, className, ...rest }: IconButtonProps) {
  const classes = className ? `${styles.icon} ${className}` : styles.icon
  return (
    <button
      type="button"
      className={classes}
      aria-label={label}
      title={label}
      data-outlined={outlined ? '' : undefined}
      {...rest}
    />
  )
}
