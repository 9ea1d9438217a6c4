import styles from './skeleton.module.css'

/** A grey placeholder, sized by `className`. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <div className={`${styles.skeleton} ${className ?? ''}`} aria-hidden="true" />
}
