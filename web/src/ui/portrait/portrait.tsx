import type { CSSProperties } from 'react'
import { clothHue } from '../cover/cloth.ts'
import styles from './portrait.module.css'

interface PortraitProps {
  name: string
  src: string | null
  /** With its size. */
  className: string | undefined
}

/** A person's picture, or the initials on the hue of the name; beside the name, which says it all. */
export function Portrait({ name, src, className }: PortraitProps) {
  const initials = name
    .split(/\s+/)
    .flatMap((word) => /[\p{L}\p{N}]\p{M}*/u.exec(word)?.[0] ?? [])
    .slice(0, 2)
    .join('')
    .toLocaleUpperCase()
  return (
    <div
      className={`title ${styles.portrait} ${className ?? ''}`}
      style={{ '--hue': clothHue(name) } as CSSProperties}
      aria-hidden="true"
    >
      {src ? <img src={src} alt="" loading="lazy" decoding="async" /> : initials}
    </div>
  )
}
