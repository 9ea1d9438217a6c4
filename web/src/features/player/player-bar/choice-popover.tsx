import { type CSSProperties, type ReactNode, useId } from 'react'
import styles from './choice-popover.module.css'

interface ChoicePopoverProps {
  /** What the button is called, with its present value. */
  label: string
  /** What the popover is called. */
  title: string
  /** What stands on the button. */
  face: ReactNode
  /** A value is set that the listener should see. */
  isOn?: boolean
  children: ReactNode
}

/** A pill that opens a few choices above it, in the platform's popover. */
export function ChoicePopover({ label, title, face, isOn = false, children }: ChoicePopoverProps) {
  const id = useId()
  const anchor = `--pill-${id.replaceAll(/\W/g, '')}`
  return (
    <>
      <button
        type="button"
        className={styles.pill}
        style={{ anchorName: anchor } as CSSProperties}
        popoverTarget={id}
        aria-label={label}
        title={title}
        data-on={isOn ? '' : undefined}
      >
        {face}
      </button>
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={title}
        className={styles.popover}
        style={{ positionAnchor: anchor } as CSSProperties}
      >
        {children}
      </div>
    </>
  )
}
