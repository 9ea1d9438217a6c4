import { CircleAlert } from 'lucide-react'
import styles from './form-failure.module.css'

/** What failed, and the server's description. */
export interface Failure {
  title: string
  description?: string | undefined
}

export function FormFailure({ failure }: { failure: Failure | undefined }) {
  return (
    <div role="alert">
      {failure && (
        <p className={styles.failure}>
          <CircleAlert size={18} aria-hidden="true" />
          <span>
            {failure.title}
            {failure.description && <span className={styles.description}>{failure.description}</span>}
          </span>
        </p>
      )}
    </div>
  )
}
