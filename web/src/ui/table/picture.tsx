import { Flag } from './flag.tsx'
import styles from './picture.module.css'

interface PictureProps {
  src: string | null
  alt: string
}

/** A cover in a square of 40 px, or the icon for none. */
export function Picture({ src, alt }: PictureProps) {
  if (src === null) return <Flag on={false} />
  return (
    <img
      className={styles.picture}
      src={src}
      alt={alt}
      width={40}
      height={40}
      loading="lazy"
      decoding="async"
    />
  )
}
