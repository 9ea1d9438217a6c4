import type { ReactNode } from 'react'
import type { OpenerProps } from '../../../ui/sheet/sheet.tsx'
import styles from './opener.module.css'
import { Tool } from './tool.tsx'

/** `pill` in the bar, `tool` in the full player. */
export type OpenerKind = 'pill' | 'tool'

interface OpenerButtonProps extends OpenerProps {
  as: OpenerKind
  /** Its name and present value. */
  label: string
  caption: string
  /** Highlighted. */
  isOn?: boolean
  /** A pill without words has no edge. */
  isIcon?: boolean
  children: ReactNode
}

export function Opener({ as, isIcon, ...props }: OpenerButtonProps) {
  if (as === 'tool') return <Tool {...props} />
  const { label, caption, isOn, children, ...rest } = props
  return (
    <button
      type="button"
      className={styles.pill}
      aria-label={label}
      title={caption}
      data-on={isOn ? '' : undefined}
      data-icon={isIcon ? '' : undefined}
      {...rest}
    >
      {children}
    </button>
  )
}
