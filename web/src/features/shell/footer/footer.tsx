import { messages } from '../messages.ts'
import styles from './footer.module.css'

export function Footer() {
  return (
    <footer className={styles.footer}>
      <p className={styles.words}>{messages.footer}</p>
    </footer>
  )
}
