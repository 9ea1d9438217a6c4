import { firstData } from '../../../lib/first-data.ts'
import { messages } from '../messages.ts'
import styles from './footer.module.css'

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p>{messages.footer}</p>
        <a href={`${firstData.apiRoot}/docs`}>{messages.openData}</a>
      </div>
    </footer>
  )
}
