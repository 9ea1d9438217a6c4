import styles from './skeleton.module.css'

/** A grey stand-in for what is loading, to be sized by `className`; the words for it are the caller's. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <div className={`${styles.skeleton} ${className ?? ''}`} aria-hidden="true" />
}
