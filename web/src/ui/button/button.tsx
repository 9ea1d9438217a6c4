import type { ComponentProps } from 'react'
import styles from './button.module.css'

interface ButtonProps extends ComponentProps<'button'> {
  /** At most one `filled` or, where nothing can be undone, `danger` button a screen. */
  kind?: 'filled' | 'plain' | 'quiet' | 'danger'
}

/** For links that look like buttons. */
export const buttonClass = styles.button

export function Button({ kind = 'plain', type = 'button', className, ...rest }: ButtonProps) {
  const classes = className ? `${styles.button} ${className}` : styles.button
  // oxlint-disable-next-line react/button-has-type -- the property, `button` by default
  return <button type={type} className={classes} data-kind={kind} {...rest} />
}
