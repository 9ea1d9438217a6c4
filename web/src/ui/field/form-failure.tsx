import { CircleAlert } from 'lucide-react'
import styles from './form-failure.module.css'

/** Why the form was not done: what failed, and what the server said about it where it said something. */
export interface Failure {
  title: string
  description?: string | undefined
}

/** Above a form's buttons, spoken at once. Always in the page, empty as long as nothing failed. */
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
