import type { ReactNode } from 'react'
import type { OpenerProps } from '../../../ui/sheet/sheet.tsx'
import styles from './opener.module.css'
import { Tool } from './tool.tsx'

/** In the bar a pill; in the player that fills a phone a tool with its name under it. */
export type OpenerKind = 'pill' | 'tool'

interface OpenerButtonProps extends OpenerProps {
  as: OpenerKind
  /** What it is called, with its present value. */
  label: string
  /** What stands under a tool. */
  caption: string
  /** A value is set that the listener should see. */
  isOn?: boolean
  /** Nothing but an icon: a pill has an edge only around words. */
  isIcon?: boolean
  children: ReactNode
}

/** Opens a few choices, and shows what is chosen. */
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
