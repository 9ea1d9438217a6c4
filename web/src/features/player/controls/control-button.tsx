import type { ComponentProps } from 'react'
import styles from './control-button.module.css'

/** `pill` in the bar, `tool` with its caption in the full player. */
export type ControlKind = 'pill' | 'tool'

interface ControlButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'type'> {
  as: ControlKind
  /** Its name and present value. */
  label: string
  caption: string
  /** Highlighted. */
  isOn?: boolean
  /** A pill without words has no edge. */
  isIcon?: boolean
}

export function ControlButton({ as, label, caption, isOn, isIcon, children, ...rest }: ControlButtonProps) {
  return (
    <button
      type="button"
      className={styles[as]}
      {...(as === 'pill' && isIcon ? { title: label } : { 'aria-label': label })}
      data-on={isOn ? '' : undefined}
      data-icon={isIcon ? '' : undefined}
      {...rest}
    >
      {as === 'pill' ? children : <span className={styles.face}>{children}</span>}
      {as === 'tool' && <span className={styles.caption}>{caption}</span>}
    </button>
  )
}
