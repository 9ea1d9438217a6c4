import type { ComponentProps } from 'react'
import styles from './button.module.css'

interface ButtonProps extends ComponentProps<'button'> {
  /** One filled button a screen at most: the thing to do there; `danger` is its kind where nothing brings back what it takes. */
  kind?: 'filled' | 'plain' | 'quiet' | 'danger'
}

/** The classes of a button, for links that look like one. */
export const buttonClass = styles.button

export function Button({ kind = 'plain', type = 'button', className, ...rest }: ButtonProps) {
  const classes = className ? `${styles.button} ${className}` : styles.button
  // oxlint-disable-next-line react/button-has-type -- it has one: the property, `button` unless told
  return <button type={type} className={classes} data-kind={kind} {...rest} />
}
